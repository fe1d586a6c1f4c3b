import { Collection, createRest, Endpoint, Entity, Invalidate } from 'rtk-rest'
import { passGate } from './Gate'

// The entities and endpoints of the histories: items, and the list of all.

export class Item extends Entity {
  id = ''
  a = ''
  b = ''
  version = 0
  static override key = 'Item'
}

interface ItemArgs {
  readonly id: string
}

// What is on the list depends on no field of its items.
const items = new Collection([Item], { filters: () => false })

/** As a RestEndpoint has it: a server that fails does not hide what is there. */
const errorPolicy = ({ status = 0 }: { status?: number }) => (status >= 500 ? 'soft' : undefined)

/** Errors are fetched again at once, so that no clock has to advance. */
export const policy = { errorPolicy, errorExpiryLength: 0 } as const

export const getItem = new Endpoint(async (_args: ItemArgs) => passGate('get'), {
  name: 'Item.get',
  schema: Item,
  ...policy,
})

export const getList = new Endpoint(async () => passGate('getList'), {
  name: 'Item.getList',
  schema: items,
  ...policy,
})

export const patchItem = new Endpoint(async (_args: ItemArgs, _body: object) => passGate('patch'), {
  name: 'Item.patch',
  schema: Item,
  sideEffect: true,
  writtenFields: (_args: ItemArgs, body: object) => Object.keys(body),
})

export const voteItem = new Endpoint(async (_args: ItemArgs) => passGate('vote'), {
  name: 'Item.vote',
  schema: Item,
  sideEffect: true,
})

export const deleteItem = new Endpoint(async (_args: ItemArgs) => passGate('delete'), {
  name: 'Item.delete',
  schema: new Invalidate(Item),
  sideEffect: true,
})

export const pushItem = new Endpoint(async (_body: ItemArgs) => passGate('push'), {
  name: 'Item.push',
  schema: items.push,
  sideEffect: true,
  writtenFields: (body: ItemArgs) => Object.keys(body),
})

export const rest = createRest()
