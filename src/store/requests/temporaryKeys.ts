import { creationOf, isTemporaryKey } from '../../schema/rowKey'
import { isObject, isPlainObject } from '../../util/checks'
import { formFields, setOwn } from '../../util/record'
import { findCreated } from '../state/createdKeys'
import type { RestState } from '../state/state'
import { getRow } from '../state/table'
import type { InFlightRequests, RequestCall } from './InFlightRequest'

// A call may name an entity that is being created by its temporary key, which no server knows.

/** A store, whose state is read only where there are temporary keys: a reducer that is injected may not have one yet. */
interface Store {
  readonly state: Pick<RestState, 'entities'>
}

/** What a call waits for whose arguments have temporary keys: the creations in flight that these are of. */
export function creationsOf(
  { args }: RequestCall,
  inFlight: InFlightRequests,
): readonly Promise<unknown>[] {
  const creations = temporaryKeysIn(args).map((key) => inFlight.get(creationOf(key)))
  return creations.flatMap((creation) => creation?.outcome ?? [])
}

/** The arguments of a call, with the ids that rows have by now in place of their temporary keys. */
export function withRealIds(store: Store, args: readonly unknown[]): readonly unknown[] {
  if (temporaryKeysIn(args).length === 0) return args
  return replaceKeys(args, (key) => realId(store, key)) as readonly unknown[]
}

/** The arguments that are sent. @throws Error where they have the key of an entity that was not created */
export function argsToSend(store: Store, { args, name }: RequestCall): readonly unknown[] {
  const sent = withRealIds(store, args)
  const [key] = temporaryKeysIn(sent)
  if (key === undefined) return sent
  throw new Error(
    `${name} was not sent: its arguments have the temporary key ${key}, and no entity was created with it. Its creation failed, was aborted, or was on another page.`,
  )
}

/** The temporary keys in arguments: in their lists, plain objects and forms, each of which is visited once. */
function temporaryKeysIn(value: unknown, seen = new Set<unknown>()): readonly string[] {
  if (isTemporaryKey(value)) return [value]
  if (seen.has(value)) return []
  seen.add(value)
  return membersOf(value).flatMap(([, member]) => temporaryKeysIn(member, seen))
}

/** Arguments with ids in place of their temporary keys. What they contain twice is one object in the copy as well. */
function replaceKeys(
  value: unknown,
  idOf: (key: string) => unknown,
  copies = new Map<unknown, unknown>(),
): unknown {
  if (isTemporaryKey(value)) return idOf(value)
  const members = membersOf(value)
  if (members.length === 0 || copies.has(value)) return copies.get(value) ?? value
  const copy = value instanceof FormData ? new FormData() : Array.isArray(value) ? [] : {}
  copies.set(value, copy)
  for (const [name, member] of members) {
    const next = replaceKeys(member, idOf, copies)
    if (copy instanceof FormData) copy.append(name, next as string)
    else setOwn(copy as Record<string, unknown>, name, next)
  }
  return copy
}

function membersOf(value: unknown): readonly (readonly [name: string, member: unknown])[] {
  if (value instanceof FormData) return formFields(value)
  const isPlain = Array.isArray(value) || (isObject(value) && isPlainObject(value))
  return isPlain ? Object.entries(value) : []
}

function realId({ state }: Store, temporary: string): unknown {
  for (const table of Object.values(state.entities)) {
    const pk = findCreated(table, temporary)
    if (pk === undefined) continue
    const { id } = Object(getRow(table, pk)?.data) as { id?: unknown }
    return String(id) === pk ? id : pk
  }
  return temporary
}
