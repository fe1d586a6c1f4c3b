import { Collection, Endpoint, Invalidate, serial, type SnapshotReader, updates } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { arrive } from './Arrivals'
import { Item, policy } from './items'

// The endpoints of the histories with optimistic updates: items, the list of all, and a plain list of the recent ones.

interface ItemArgs {
  readonly id: string
}

type Body = Readonly<Record<string, string>>

// What is on the list depends on no field of its items.
const items = new Collection([Item], { filters: () => false })

export const getItem = new Endpoint(async (args: ItemArgs) => arrive('first', [args]), {
  name: 'Item.get',
  schema: Item,
  ...policy,
})

export const getList = new Endpoint(async () => arrive('list', []), {
  name: 'Item.getList',
  schema: items,
  ...policy,
})

/** No Collection: it changes by `update` alone. */
export const getRecent = new Endpoint(async () => arrive('recent', []), {
  name: 'Item.getRecent',
  schema: [Item],
  ...policy,
})

/** The item that the page shows; a mutation of one that it does not show has nothing to show. */
function shownItem(snap: SnapshotReader, args: ItemArgs): Item {
  const item = snap.get(Item, args)
  if (item === undefined) throw snap.abort
  return item
}

const mutation = { sideEffect: true } as const

export const patchItem = new Endpoint(
  async (args: ItemArgs, body: Body) => arrive('patch', [args, body]),
  {
    ...mutation,
    name: 'Item.patch',
    schema: Item,
    writtenFields: (_args: ItemArgs, body: Body) => Object.keys(body),
    getOptimisticResponse: [
      optimistic,
      (snap, args, body) => ({
        id: shownItem(snap, args).id,
        ...body,
      }),
    ],
  },
)

/** Adds a mark to what is shown. */
export const voteForItem = new Endpoint(
  async (args: ItemArgs, body: Body) => arrive('vote', [args, body]),
  {
    ...mutation,
    name: 'Item.vote',
    schema: Item,
    writtenFields: () => ['b'],
    getOptimisticResponse: [
      optimistic,
      (snap, args) => {
        const { id, b } = shownItem(snap, args)
        return { id, b: `${b}+` }
      },
    ],
  },
)

export const voteInScope = voteForItem.extend({
  name: 'Item.voteInScope',
  scope: [serial, 'votes'],
})

export const deleteItem = new Endpoint(
  async (args: ItemArgs, body: Body) => arrive('delete', [args, body]),
  {
    ...mutation,
    name: 'Item.delete',
    schema: new Invalidate(Item),
    getOptimisticResponse: [optimistic, (snap, args) => ({ id: shownItem(snap, args).id })],
  },
)

export const createItem = new Endpoint(async (body: Body) => arrive('create', [body]), {
  ...mutation,
  name: 'Item.create',
  schema: items.push,
  writtenFields: (body: Body) => Object.keys(body),
  getOptimisticResponse: [optimistic, (_snap, body) => body],
})

/** Creates an item, and adds it to the plain list. */
export const addItem = createItem.extend({
  name: 'Item.add',
  update: [
    updates,
    (created: unknown) => ({
      [getRecent.key()]: (ids: readonly unknown[]) =>
        ids.includes(created) ? ids : [...ids, created],
    }),
  ],
})
