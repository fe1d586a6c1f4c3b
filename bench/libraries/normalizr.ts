import { denormalize, normalize, schema } from 'normalizr'
import type { Item, Kind, Shape } from '../data'
import type { Library, World } from '../Library'

type Tables = Readonly<Record<string, Readonly<Record<string, object>>>>

/** normalizr with the reducer that its documentation shows, and a read that is remembered while the tables are the same. */
export const normalizr: Library = {
  name: 'normalizr',
  package: 'normalizr',
  // It compares every label with all that it saw of the same key.
  skips: (size) => (size >= 100_000 ? 'takes 20 s for the first write' : undefined),
  largest: 10_000,
  start: startWorld,
}

function startWorld(shape: Shape): World {
  const kinds = createKinds(shape)
  const list = listOf(shape, kinds)
  let tables: Tables = {}
  let result: readonly unknown[] = []
  let remembered: { tables: Tables; result: unknown; data: Item[] } | undefined
  const receive = (of: object, input: unknown): unknown => {
    const received = normalize(input, of as schema.Entity) as { entities: Tables; result: unknown }
    tables = mergeTables(tables, received.entities)
    return received.result
  }
  const patch = (kind: Kind, id: string | number, fields: object) => {
    const row = { ...tables[kind]?.[id], ...fields }
    tables = { ...tables, [kind]: { ...tables[kind], [id]: row } }
  }
  return {
    write: (payload) => (result = receive(list, payload) as unknown[]),
    read: () => {
      if (remembered?.tables !== tables || remembered.result !== result) {
        const data = denormalize(result, list as schema.Entity, tables) as Item[]
        remembered = { tables, result, data }
      }
      return remembered.data
    },
    update: (id, title) => patch('Issue', id, { title }),
    updateUser: (id, login) => patch('User', id, { login }),
    addOutside: (item) => receive(kinds.Issue, item),
    push: (item) => (result = [...result, receive(kinds.Issue, item)]),
    optimistic: (id, title, look) => {
      const committed = tables
      patch('Issue', id, { title })
      look()
      tables = committed
      look()
    },
  }
}

function createKinds(shape: Shape): Record<Kind, schema.Entity> {
  const names: readonly Kind[] = ['Issue', 'Pull', 'User', 'Label', 'Milestone', 'Team']
  const kinds = Object.fromEntries(names.map((name) => [name, new schema.Entity(name)]))
  for (const [name, refs] of Object.entries(shape.refs)) {
    for (const [field, target] of Object.entries(refs)) {
      const kind = kinds[typeof target === 'string' ? target : target[0]]
      kinds[name]?.define({ [field]: typeof target === 'string' ? kind : [kind] } as never)
    }
  }
  return kinds as Record<Kind, schema.Entity>
}

function listOf({ union }: Shape, kinds: Record<Kind, schema.Entity>): object {
  if (union === undefined) return [kinds.Issue]
  const members = Object.entries(union).map(([type, kind]) => [type, kinds[kind]])
  return new schema.Array(Object.fromEntries(members) as never, 'type')
}

function mergeTables(before: Tables, incoming: Tables): Tables {
  const merged = Object.entries(incoming).map(([kind, rows]) => [
    kind,
    { ...before[kind], ...rows },
  ])
  return { ...before, ...(Object.fromEntries(merged) as Tables) }
}
