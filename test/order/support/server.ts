// The model server: two items at most, and the list of all that there are.

export type Id = '1' | '2'

/** The fields that a user changes; the version is the server's own. */
export type Field = 'a' | 'b'

export interface ItemData {
  readonly id: Id
  readonly a: string
  readonly b: string
  readonly version: number
}

/** The data of the server; a change creates a new state. */
export interface ServerState {
  /** In the order in which they were made, which is the list. */
  readonly items: readonly ItemData[]
  /** Counts the changes of all items, so that no two states of an item have one version. */
  readonly changes: number
  /** Without versions two responses can be equal by chance. */
  readonly hasVersions: boolean
}

export const ids: readonly Id[] = ['1', '2']

export const fields: readonly Field[] = ['a', 'b']

export function createServer(ids: readonly Id[], hasVersions: boolean): ServerState {
  const items = ids.map((id) => ({ id, a: 'first', b: 'first', version: 0 }))
  return { items, changes: 0, hasVersions }
}

export function itemOf({ items }: ServerState, id: Id): ItemData | undefined {
  return items.find((it) => it.id === id)
}

/** An item as it is after a change, at its place or, where it is new, at the end of the list. */
export function writeItem(server: ServerState, id: Id, values: Partial<ItemData>): ServerState {
  const { items, hasVersions } = server
  const changes = server.changes + 1
  const existing = items.find((it) => it.id === id)
  const version = hasVersions ? changes : 0
  const written = { ...(existing ?? { id, a: '', b: '' }), ...values, version }
  const isNew = existing === undefined
  return {
    items: isNew ? [...items, written] : items.map((it) => (it.id === id ? written : it)),
    changes,
    hasVersions,
  }
}

export function removeItem(server: ServerState, id: Id): ServerState {
  const items = server.items.filter((it) => it.id !== id)
  return { ...server, items, changes: server.changes + 1 }
}
