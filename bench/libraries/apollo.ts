import { gql, InMemoryCache } from '@apollo/client'
import { FIELDS, type Id, type Item, type Kind, type Shape } from '../data'
import type { Library, World } from '../Library'

/** Apollo's InMemoryCache: `writeQuery`, `readQuery`, `writeFragment`. */
export const apollo: Library = {
  name: 'Apollo',
  package: '@apollo/client',
  skips: (size) => (size >= 100_000 ? 'takes 18 s for each update' : undefined),
  largest: 10_000,
  prepare: (list, shape) => list.map((item) => named(item, rootOf(item, shape), shape)),
  start: startWorld,
}

const TITLE = gql`
  fragment Title on Issue {
    title
  }
`
const LOGIN = gql`
  fragment Login on User {
    login
  }
`

function startWorld(shape: Shape): World {
  const cache = new InMemoryCache()
  const query = gql(`query Issues { issues { ${rootSelection(shape)} } }`)
  const detail = gql(`query Issue($id: ID) { issue(id: $id) { ${rootSelection(shape)} } }`)
  const write = (list: readonly unknown[]) => cache.writeQuery({ query, data: { issues: list } })
  const readAs = (optimistic: boolean) =>
    (cache.readQuery({ query }, optimistic) as { issues: Item[] } | null)?.issues ?? []
  const read = () => readAs(true)
  const update = (id: Id, title: string, into: Pick<InMemoryCache, 'writeFragment'> = cache) =>
    into.writeFragment({ id: `Issue:${id}`, fragment: TITLE, data: { __typename: 'Issue', title } })
  return {
    write,
    read,
    update: (id, title) => update(id, title),
    updateUser: (id, login) =>
      cache.writeFragment({
        id: `User:${id}`,
        fragment: LOGIN,
        data: { __typename: 'User', login },
      }),
    addOutside: (item) =>
      cache.writeQuery({ query: detail, variables: { id: item.id }, data: { issue: item } }),
    push: (item) => write([...read(), item]),
    optimistic: (id, title, look) => {
      cache.recordOptimisticTransaction((layer) => update(id, title, layer), 'rename')
      look()
      cache.removeOptimistic('rename')
      look()
    },
  }
}

/** What a GraphQL server would have sent: the same, with the name of its type in every object. */
function named(item: Item, kind: Kind, shape: Shape): Item {
  const copy: Record<string, unknown> = { ...item, __typename: kind }
  for (const [field, target] of Object.entries(shape.refs[kind] ?? {})) {
    const value = item[field] as Item & Item[]
    copy[field] =
      typeof target === 'string'
        ? named(value, target, shape)
        : value.map((member) => named(member, target[0], shape))
  }
  return copy as unknown as Item
}

function rootOf(item: Item, { union }: Shape): Kind {
  return union?.[item['type'] as string] ?? 'Issue'
}

function rootSelection(shape: Shape): string {
  if (shape.union === undefined) return selection('Issue', shape)
  const kinds = Object.values(shape.union)
  return `__typename type ${kinds.map((kind) => `... on ${kind} { ${selection(kind, shape)} }`).join(' ')}`
}

function selection(kind: Kind, shape: Shape): string {
  const parts = Object.entries(shape.refs[kind] ?? {}).map(
    ([field, target]) =>
      `${field} { ${selection(typeof target === 'string' ? target : target[0], shape)} }`,
  )
  return ['__typename', ...FIELDS[kind], ...parts].join(' ')
}
