import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit'
import type { RestAction, RestState } from 'rtk-rest'
import { type getItem, type getList, Item, rest } from './items'
import { type Id, ids, type ItemData } from './server'
import type { Shown } from './Subject'
import { Violation } from './Violation'

/** A store as a user would set one up, without the development checks, which would take longer than all else. */
export function createStore(actions: RestAction[]) {
  const record: Middleware = () => (next) => (action) => {
    if ((action as UnknownAction).type.startsWith('rest/')) actions.push(action as RestAction)
    return next(action)
  }
  const checks = { serializableCheck: false, immutableCheck: false, actionCreatorCheck: false }
  return configureStore({
    reducer: { rest: rest.reducer },
    devTools: false,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware(checks).concat(record, rest.middleware),
    enhancers: (getDefaultEnhancers) => getDefaultEnhancers({ autoBatch: false }),
  })
}

/** The endpoints of a page. */
interface Calls {
  readonly getItem: typeof getItem
  readonly getList: typeof getList
}

/** What the selectors give. */
export function readShown(root: { readonly rest: RestState }, { getItem, getList }: Calls): Shown {
  const { selectEntity, selectRequest } = rest.selectors
  const [one, two] = ids.map((id) => plain(selectEntity(root, Item, id)))
  const shownItem = (id: Id): Id[] | undefined => {
    const { data, error } = selectRequest(root, getItem, { id })
    return error === undefined && data !== undefined ? [id] : undefined
  }
  const { data, error } = selectRequest(root, getList)
  const list = error === undefined ? data : undefined
  const shown: Shown = {
    items: { 1: one, 2: two },
    calls: { 1: shownItem('1'), 2: shownItem('2'), list: list?.map(({ id }) => id) },
  }
  for (const member of list ?? []) checkMember(member, shown)
  return shown
}

/** What an item is without its class. */
function plain(item: Item | undefined): ItemData | undefined {
  if (item === undefined) return undefined
  const { id, a, b, version } = item
  return { id: id as Id, a, b, version }
}

function checkMember(member: Item, { items }: Shown): void {
  const { id, a, b, version } = member
  const item = items[id as Id]
  if (item?.a !== a || item.b !== b || item.version !== version) {
    throw new Violation(`(view) the list shows item ${id} otherwise than it is`)
  }
}
