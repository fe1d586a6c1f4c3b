import { configureStore } from '@reduxjs/toolkit'
import {
  All,
  Collection,
  createRest,
  Entity,
  getRow,
  Invalidate,
  Query,
  type RestState,
  Scalar,
  type Schema,
  Union,
  Values,
} from 'rtk-rest'

// A world in which everything may refer to everything: what is remembered of it is the hardest to get right.

export const MEMBERS = 40
export const ids = Array.from({ length: MEMBERS }, (_, at) => `n${at}`)
export const tagIds = ['t0', 't1', 't2', '__proto__']

/** Each list is the only one of its kind, whatever it is read with. */
const only = { argsKey: (_args: object) => ({}) }

/** The schemas of the world; `hasScalar` makes everything depend on the arguments of a read. */
export function createSchemas(hasScalar: boolean) {
  class Tag extends Entity {
    id = ''
    label = ''
    static override key = 'Tag'
  }
  /** Needs its `must`, can do without its `may`; `all` is the list that it may itself be in. */
  class Node extends Entity {
    id = ''
    name = ''
    must: unknown = { needed: true }
    may: Node | undefined = undefined
    tags: readonly Tag[] = []
    all: readonly Node[] | undefined = undefined
    price: number | undefined = undefined
    static override key = 'Node'
    static override schema: Record<string, Schema> = {}
  }
  const nodes = new Collection([Node], { ...only, nestKey: () => ({}) })
  const map = new Collection(new Values(Node), only)
  const either = new Union({ node: Node, tag: Tag }, 'type')
  const mixed = new Collection([either], only)
  const price = new Scalar({ lens: currencyOf, key: 'currency', entity: Node })
  Object.assign(Node.schema, { must: either, may: Node, tags: [Tag], all: nodes })
  if (hasScalar) Object.assign(Node.schema, { price })
  const named = new Query(nodes, (list, { name }: { name?: string } = {}) =>
    list.filter((it) => name === undefined || it.name === name),
  )
  const both = new Query({ node: Node, tag: Tag }, ({ node, tag }) => ({ node, tag }))
  const all = new All(Node)
  const anything = new All({ node: Node, tag: Tag }, 'type')
  return { Tag, Node, nodes, map, mixed, named, both, all, anything, hasScalar }
}

export type Schemas = ReturnType<typeof createSchemas>

function currencyOf(args: readonly unknown[]): string | undefined {
  return (args[0] as { currency?: string } | undefined)?.currency
}

/** A store that can be sent back to an earlier state, as DevTools do. */
export function createTravelling() {
  const rest = createRest()
  const store = configureStore({
    reducer: {
      rest: (state: RestState | undefined, action) =>
        action.type === 'jump' ? (action as unknown as Jump).state : rest.reducer(state, action),
    },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ serializableCheck: false, immutableCheck: false }).concat(
        rest.middleware,
      ),
  })
  const jump = (state: RestState) => store.dispatch({ type: 'jump', state })
  return { rest, store, jump, controller: rest.getController(store) }
}

interface Jump {
  readonly type: 'jump'
  readonly state: RestState
}

/** One thing that happens in the world. */
export type Write =
  | { readonly do: 'rename'; readonly node: string; readonly name: string }
  | { readonly do: 'label'; readonly tag: string; readonly label: string }
  | { readonly do: 'tags'; readonly node: string; readonly tags: readonly string[] }
  | { readonly do: 'may'; readonly node: string; readonly may: string | null }
  | { readonly do: 'must'; readonly node: string; readonly must: string }
  | { readonly do: 'all'; readonly node: string }
  | {
      readonly do: 'price'
      readonly node: string
      readonly currency: string
      readonly price: number
    }
  | { readonly do: 'gone'; readonly id: string }
  | { readonly do: 'list' | 'push' | 'remove' | 'map' | 'mixed'; readonly ids: readonly string[] }

type Controller = ReturnType<typeof createTravelling>['controller']

/** The first state: forty nodes, each of which needs a tag, in a list. */
export function begin(controller: Controller, schemas: Schemas): void {
  const { nodes, map, mixed } = schemas
  const node = (id: string, at: number) => ({
    id,
    type: 'node',
    name: `name ${at % 3}`,
    must: refTo(tagIds[at % tagIds.length] as string),
    tags: tagIds.slice(at % 2),
  })
  controller.set(nodes, { currency: 'eur' }, ids.map(node))
  controller.set(map, {}, { a: 'n0', constructor: 'n1', ['__proto__']: 'n2' })
  controller.set(mixed, {}, [refTo('n0'), refTo('t1')])
}

export function write(controller: Controller, schemas: Schemas, step: Write): void {
  const { Tag, Node, nodes, map, mixed, hasScalar } = schemas
  const set = (id: string, fields: object): unknown =>
    controller.set(Node, { id }, { id, type: 'node', ...fields } as object)
  switch (step.do) {
    case 'rename':
      return void set(step.node, { name: step.name })
    case 'label':
      return void controller.set(Tag, { id: step.tag }, { ...refTo(step.tag), label: step.label })
    case 'tags':
      return void set(step.node, { tags: step.tags })
    case 'may':
      return void set(step.node, { may: step.may })
    case 'must':
      return void set(step.node, { must: refTo(step.must) })
    case 'all': {
      const list = getRow(controller.getState().entities['[Node]'], '{}')
      return void set(step.node, { all: list?.data })
    }
    case 'price': {
      const { node: id, currency, price } = step
      return hasScalar
        ? void controller.set(Node, { id, currency } as never, { id, price })
        : undefined
    }
    case 'gone':
      return void controller.set(new Invalidate(isTag(step.id) ? Tag : Node), { id: step.id })
    case 'map':
      return void controller.set(
        map,
        {},
        Object.fromEntries(step.ids.map((id) => [`of ${id}`, id])),
      )
    case 'mixed':
      return void controller.set(mixed, {}, step.ids.map(refTo))
    case 'list':
      return void controller.set(nodes, {}, step.ids)
    default:
      return void controller.set(nodes[step.do], {}, step.ids as never)
  }
}

export function isTag(id: string): boolean {
  return tagIds.includes(id)
}

/** A node or a tag, by its kind only. */
function refTo(id: string): { readonly id: string; readonly type: string } {
  return { id, type: isTag(id) ? 'tag' : 'node' }
}
