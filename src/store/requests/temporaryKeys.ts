import type { EndpointContract } from '../../endpoint/contract'
import { creationOf } from '../../schema/rowKey'
import { codedMessage } from '../../util/messages'
import { findCreated, hasCreated } from '../state/createdKeys'
import type { RestState } from '../state/state'
import { getRow } from '../state/table'
import type { Call, InFlightRequests, RequestCall } from './InFlightRequest'
import { findKeys, type KeysInArgs, replaceKeys } from './keysInArgs'

// A call may name an entity that is being created by its temporary key, which no server knows.

/** A store, whose state is read only where there are temporary keys: a reducer that is injected may not have one yet. */
interface Store {
  readonly state: Pick<RestState, 'entities'>
}

/** A store that may make temporary keys. */
interface CreatingStore extends Store {
  readonly optimistic: { readonly hasMadeKeys: boolean }
}

/** The arguments of a call, and the temporary keys in them. */
type Arguments = Pick<RequestCall, 'args' | 'temporary'>

/** The temporary keys in arguments. Long ones are searched only in a store that has made such keys, or has rows with them. */
export function temporaryKeysIn(store: CreatingStore, args: readonly unknown[]): KeysInArgs {
  return findKeys(
    args,
    () => store.optimistic.hasMadeKeys || Object.values(store.state.entities).some(hasCreated),
  )
}

/** What a call waits for whose arguments have temporary keys: the creations in flight that these are of. */
export function creationsOf(
  { temporary }: Arguments,
  inFlight: InFlightRequests,
): readonly Promise<unknown>[] {
  const creations = new Set([...temporary.keys].map((key) => inFlight.get(creationOf(key))))
  return [...creations].flatMap((creation) => creation?.outcome ?? [])
}

/** The arguments of a call, with the ids that rows have by now in place of their temporary keys. */
export function withRealIds(store: Store, { args, temporary }: Arguments): readonly unknown[] {
  if (temporary.keys.size === 0) return args
  const { state } = store
  return replaceKeys(args, temporary, (key) => realId(state, key) ?? key)
}

/** The arguments that are sent. @throws Error where they have the key of an entity that was not created */
export function argsToSend(store: CreatingStore, call: RequestCall): readonly unknown[] {
  const key = missingKey(store, call.args, call.temporary)
  if (key === undefined) return withRealIds(store, call)
  throw new Error(
    codedMessage(
      'unknown-temporary-key',
      process.env.NODE_ENV === 'production' ||
        `${call.name} was not sent: its arguments have the temporary key ${key}, and the store knows no entity by it. The creation failed or was aborted, or its response does not show which entity it is, or a reset removed the entity, or the key is of another page.`,
      `${call.name}, ${key}`,
    ),
  )
}

/** Arguments with the ids that rows have by now in place of their temporary keys. */
export function idsIn(store: CreatingStore, args: readonly unknown[]): readonly unknown[] {
  return withRealIds(store, { args, temporary: temporaryKeysIn(store, args) })
}

/** A call by the ids of what its arguments name; as it is given where a mounted reader has it by their temporary keys. */
export function callByIds(
  store: CreatingStore & { readonly observers: { isRead(requestKey: string): boolean } },
  endpoint: EndpointContract,
  args: readonly unknown[],
): Call {
  const call = { endpoint, args, key: endpoint.key(...args) }
  const ids = idsIn(store, args)
  return ids === args || store.observers.isRead(call.key)
    ? call
    : { endpoint, args: ids, key: endpoint.key(...ids) }
}

/** What is written by hand, with ids. @throws Error where it has the key of an entity that was not created yet */
export function valuesToWrite(
  store: CreatingStore,
  name: string,
  args: readonly unknown[],
): readonly unknown[] {
  const key = missingKey(store, args)
  if (key === undefined) return idsIn(store, args)
  throw new Error(
    codedMessage(
      'written-temporary-key',
      process.env.NODE_ENV === 'production' ||
        `${name} was not written: the data has the temporary key ${key}, and no later response would replace it. Change an entity that is being created by a mutation, which waits for the creation, or write after the creation.`,
      `${name}, ${key}`,
    ),
  )
}

/** A temporary key in arguments of which no row is known. */
export function missingKey(
  store: CreatingStore,
  args: readonly unknown[],
  { keys } = temporaryKeysIn(store, args),
): string | undefined {
  return [...keys].find((key) => realId(store.state, key) === undefined)
}

function realId({ entities }: Store['state'], temporary: string): unknown {
  for (const table of Object.values(entities)) {
    const pk = findCreated(table, temporary)
    if (pk === undefined) continue
    const { id } = Object(getRow(table, pk)?.data) as { id?: unknown }
    return String(id) === pk ? id : pk
  }
  return undefined
}
