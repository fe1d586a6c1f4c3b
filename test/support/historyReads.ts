import { denormalize, getRow, type Rest, type RestState, rows, type Schema } from 'rtk-rest'
import { ids, type Schemas, tagIds } from './history'

/** Something that is read by selectors, and how it is put together without any memory. */
export interface Read {
  readonly name: string
  readonly schema: Schema
  readonly args: Args
  /** What distinguishes one object for a row from another: the arguments that a Scalar reads. */
  readonly lens: string
  remembered(state: RestState): unknown
  fresh(state: RestState): unknown
  /** Where to begin to look at what it is made of; undefined: at every row. */
  roots(state: RestState): readonly (readonly [table: string, pk: string])[]
}

/** All that is read of the world. */
export function readsOf(rest: Rest, schemas: Schemas): readonly Read[] {
  const reads = ['eur', 'usd', undefined].flatMap((currency) => {
    const args = currency === undefined ? {} : { currency }
    return [
      ...listReads(rest, schemas, args),
      ...entityReads(rest, schemas, args),
      ...tableReads(rest, schemas, args),
    ]
  })
  return reads.map((read, at) => ({ ...read, name: `${read.name} (${at})` }))
}

type Args = Readonly<Record<string, string>>

function listReads(rest: Rest, schemas: Schemas, args: Args): Read[] {
  const { nodes, map, mixed, named } = schemas
  const list = (schema: Schema, table: string) =>
    reader(
      rest,
      schema,
      args,
      () => [[table, '{}']],
      () => '{}',
    )
  const filtered = ['name 0', 'other'].map((name) => {
    const of = { ...args, name }
    return reader(
      rest,
      named,
      of,
      () => [['[Node]', '{}']],
      () => '{}',
    )
  })
  return [list(nodes, '[Node]'), list(map, '{Node}'), list(mixed, '[Node;Tag]'), ...filtered]
}

function entityReads(rest: Rest, { Node, Tag, both }: Schemas, args: Args): Read[] {
  const nodeReads = [...ids.slice(0, 5), 'n39'].map((id) =>
    reader(
      rest,
      Node,
      { ...args, id },
      () => [['Node', id]],
      () => id,
    ),
  )
  const tagReads = tagIds.map((id) =>
    reader(
      rest,
      Tag,
      { ...args, id },
      () => [['Tag', id]],
      () => id,
    ),
  )
  const joined = reader(
    rest,
    both,
    { ...args, id: 'n0' },
    () => [
      ['Node', 'n0'],
      ['Tag', 'n0'],
    ],
    (state) => (getRow(state.entities['Node'], 'n0') === undefined ? {} : { node: 'n0' }),
  )
  return [...nodeReads, ...tagReads, joined]
}

function tableReads(rest: Rest, { all, anything }: Schemas, args: Args): Read[] {
  const pks = (state: RestState, table: string) => rows(state.entities[table]).map(([pk]) => pk)
  const refs = (state: RestState) => [
    ...pks(state, 'Node').map((id) => ({ id, schema: 'node' })),
    ...pks(state, 'Tag').map((id) => ({ id, schema: 'tag' })),
  ]
  const rootsIn = (tables: readonly string[]) => (state: RestState) =>
    tables.flatMap((table) => pks(state, table).map((pk) => [table, pk] as const))
  return [
    reader(rest, all, args, rootsIn(['Node']), (state) => pks(state, 'Node')),
    reader(rest, anything, args, rootsIn(['Node', 'Tag']), refs),
  ]
}

function reader(
  rest: Rest,
  schema: Schema,
  args: Args,
  roots: Read['roots'],
  result: (state: RestState) => unknown,
): Read {
  const { selectQuery } = rest.selectors
  return {
    name: `${schema?.constructor.name} ${(schema as { key?: string }).key} ${JSON.stringify(args)}`,
    schema,
    args,
    lens: args['currency'] ?? '',
    remembered: (state) => selectQuery({ rest: state }, schema, ...([args] as never)),
    fresh: (state) => denormalize(schema, result(state), state.entities as never, [args]),
    roots,
  }
}

/** Every row that something may be made of, with what stands for it: two equal ones have to be read as one object. */
export function closureOf(read: Read, state: RestState): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  const queue = [...read.roots(state)]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [table, pk] = next
    const name = JSON.stringify(next)
    if (found.has(name)) continue
    const row = getRow(state.entities[table], pk)
    // What was invalid, came back and is invalid again has other data.
    found.set(name, row?.data)
    if (row?.invalid === true) found.set(`${name} is invalid`, true)
    if (row !== undefined && !row.invalid) queue.push(...refsIn(table, row.data, read.lens))
  }
  return found
}

function refsIn(table: string, data: object, lens: string): (readonly [string, string])[] {
  if (table === '[Node]' || table === '{Node}') {
    return Object.values(data).map((pk) => ['Node', pk as string])
  }
  if (table === '[Node;Tag]') return (data as Ref[]).map(rowOf)
  if (table !== 'Node') return []
  const { must, may, tags, all, price } = data as NodeData
  return [
    ...(must === undefined ? [] : [rowOf(must)]),
    ...(typeof may === 'string' ? [['Node', may] as const] : []),
    ...(tags ?? []).map((tag) => ['Tag', tag] as const),
    ...(all === undefined ? [] : [['[Node]', all] as const]),
    ...(price === undefined ? [] : [['Scalar(currency)', `Node|${price[0]}|${lens}`] as const]),
  ]
}

interface Ref {
  readonly id: string
  readonly schema: string
}

interface NodeData {
  readonly must?: Ref
  readonly may?: string | null
  readonly tags?: readonly string[]
  readonly all?: string
  readonly price?: readonly string[]
}

function rowOf({ id, schema }: Ref): readonly [string, string] {
  return [schema === 'node' ? 'Node' : 'Tag', id]
}
