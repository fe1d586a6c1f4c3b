import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import type { EntityRow, Order, RowMeta } from '../../schema/contract'
import type { TableOwners } from '../../normalize/PendingRows'
import { creationOf, isTemporaryKey } from '../../schema/rowKey'
import { isObject, isPlainObject } from '../../util/checks'
import { formFields, getOwn, mapValues, setOwn } from '../../util/record'
import { FOREVER } from '../state/expiry'
import type { OptimisticLayer, RestState } from '../state/state'
import { getRow, rows } from '../state/table'
import type { InFlightRequests, RequestCall } from './InFlightRequest'

type Stored = Pick<RestState, 'entities'>

/** A store, whose state is read only where there are temporary keys: a reducer that is injected may not have one yet. */
interface Store {
  readonly state: Stored
}

/** The rows of a layer: as fresh as nothing else is, where there are no stored ones. */
export function expectedRows(
  { entities }: NormalizedResponse,
  order: Order,
  owners: TableOwners,
): OptimisticLayer['entities'] {
  const meta: RowMeta = { ...order, date: order.fetchedAt, expiresAt: FOREVER, landed: order }
  return mapValues(entities, (table, schemaKey) => {
    const { defaults = {} } = Object(owners.get(schemaKey)?.schema) as { defaults?: object }
    return mapValues(table, ({ data, invalid }, pk) => {
      if (!isTemporaryKey(pk)) return { data, invalid, meta }
      const named = 'id' in defaults ? { ...data, id: pk } : data
      return { data: named, invalid, meta: { ...meta, createdAs: pk } }
    })
  })
}

/**
 * Has the rows that a response creates know the temporary keys by which they were shown: those that stand at the same place of
 * the expected response. A row keeps the first key that it was created by. One that another response brought before is written
 * again, as readers know it by the other key.
 */
export function nameCreated(
  stored: Stored,
  layer: OptimisticLayer,
  expected: unknown,
  { entities, result }: NormalizedResponse,
  landed: Order,
  onName: (key: string, pk: string) => void,
): void {
  const seen = new Set<EntityRow>()
  const visit = (key: unknown, pk: unknown): void => {
    if (typeof key === 'string' && typeof pk === 'string') {
      for (const [schemaKey, layered] of Object.entries(layer.entities)) {
        const table = getOwn(entities, schemaKey) ?? {}
        const before = getRow(getOwn(stored.entities, schemaKey), pk)
        const [known, row] = [getOwn(layered, key), getOwn(table, pk) ?? before]
        if (row === undefined || known === undefined || seen.has(known)) continue
        seen.add(known)
        if (isTemporaryKey(key) && before?.meta.createdAs === undefined) {
          const meta = { ...row.meta, landed, createdAs: key }
          setOwn(table, pk, { ...row, data: { ...row.data }, meta })
          setOwn(entities, schemaKey, table)
          onName(key, pk)
        }
        visit(known.data, row.data)
      }
    } else if (typeof key === 'object' && typeof pk === 'object') {
      for (const [name, value] of Object.entries(key ?? {})) {
        visit(value, (pk as Record<string, unknown> | null)?.[name])
      }
    }
  }
  visit(expected, result)
}

/** Arguments of an endpoint of one's own may contain themselves. */
const MAX_DEPTH = 8

/** The temporary keys in arguments: in their lists, plain objects and forms. */
function temporaryKeysIn(value: unknown, depth = 0): readonly string[] {
  if (isTemporaryKey(value)) return [value]
  if (depth > MAX_DEPTH) return []
  const members =
    value instanceof FormData
      ? formFields(value).map(([, field]) => field)
      : Array.isArray(value) || isFields(value)
        ? Object.values(value)
        : []
  return members.flatMap((member) => temporaryKeysIn(member, depth + 1))
}

/** Arguments with ids in place of their temporary keys. */
function replaceKeys(value: unknown, idOf: (key: string) => unknown, depth = 0): unknown {
  const replace = (member: unknown): unknown => replaceKeys(member, idOf, depth + 1)
  if (isTemporaryKey(value)) return idOf(value)
  if (depth > MAX_DEPTH) return value
  if (value instanceof FormData) {
    const form = new FormData()
    for (const [name, field] of formFields(value)) form.append(name, replace(field) as string)
    return form
  }
  if (Array.isArray(value)) return value.map(replace)
  return isFields(value) ? mapValues(value, replace) : value
}

function isFields(value: unknown): value is Record<string, unknown> {
  return isObject(value) && isPlainObject(value)
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

function realId({ state }: Store, temporary: string): unknown {
  for (const table of Object.values(state.entities)) {
    for (const [pk, { data, meta }] of rows(table)) {
      if (meta.createdAs !== temporary) continue
      const { id } = data as { id?: unknown }
      return String(id) === pk ? id : pk
    }
  }
  return temporary
}
