import type { Cursor, PagedEndpoint, Paging } from '../endpoint/pagination'
import type { CollectionLayout, Members } from '../schema/collectionLayout'
import { isEntity } from '../schema/Discriminator'
import { mapCollections } from '../schema/mapCollections'
import {
  type ManagedCall,
  type ManagerHooks,
  type ManagerStore,
  type RunRequest,
  withManagerState,
} from '../store/Manager'
import type { RejectedAction, RestAction } from '../store/state/actions'
import type { RestState } from '../store/state/state'
import { getRow } from '../store/state/table'
import { isObject } from '../util/checks'
import type { AnyType } from '../util/anyType'
import { getOwn } from '../util/record'
import { isSame } from '../util/replaceEqualDeep'
import { joinPages } from './joinPages'

/** A collection, as far as its pages depend on it. */
interface PagedCollection {
  readonly layout: CollectionLayout
  pk(parent: unknown, key: string, args: readonly unknown[], parentEntity?: object): string
}

type Args = readonly unknown[]

/**
 * The manager of the option `paginationField`, which makes `getPage`: the endpoint of further pages, each added to the one list.
 * A list that is requested again has all of its pages requested, one after the other, at most 20, and stored as one change; a poll
 * requests the first one alone, whose members come in front. Where a page fails, the list stays as it was.
 *
 * @example
 * const getTasks = new RestEndpoint({
 *   path: '/tasks',
 *   schema: { items: new Collection([Task]), next: '' },
 *   paginationField: [pages, 'cursor'],
 * })
 * await controller.fetch(getTasks.getPage, { cursor: 'b' })
 */
export const pages: Paging = {
  name: 'pages',
  pageOf,
  init: (store: ManagerStore) => new LoadedPages(store),
}

function pageOf(endpoint: PagedEndpoint, cursor: Cursor): AnyType {
  const removeCursor = typeof cursor === 'function' ? cursor : without(cursor)
  const { name, key } = endpoint
  let isList = false
  const schema = mapCollections(endpoint.schema, (collection) => {
    isList = true
    return asPage(collection as PagedCollection, removeCursor)
  })
  if (process.env.NODE_ENV !== 'production' && !isList) {
    throw new TypeError(
      `${name} cannot have pages. Missing Collection: pages are added to a list, so its schema needs one, such as new Collection([User]).`,
    )
  }
  return endpoint.extend({
    name: `${name}.getPage`,
    schema,
    key(this: PagedEndpoint, ...args: Args) {
      return key.apply(this, [...removeCursor(...args)])
    },
    requestKey(this: PagedEndpoint, ...args: Args) {
      return key.apply(this, [...args])
    },
  })
}

/** Removes one parameter from the first argument. */
function without(field: string): (...args: Args) => Args {
  return (params: unknown, ...rest: Args) => {
    if (!isObject(params) || params instanceof FormData) return [params, ...rest]
    const { [field]: _, ...others } = params
    return [others, ...rest]
  }
}

/** A collection whose responses are pages: each is added to the list of the arguments without the cursor. */
function asPage(collection: PagedCollection, removeCursor: (...args: Args) => Args): object {
  const { layout } = collection
  const merge = (existing: object, page: object): object =>
    layout.append(existing as Members, page as Members)
  const pk: PagedCollection['pk'] = (parent, key, args, parentEntity) =>
    collection.pk(parent, key, removeCursor(...args), parentEntity)
  // All else is as the collection has it, subclasses included.
  const page = Object.assign(Object.create(collection) as object, { pk, merge, isPage: true })
  return Object.assign(page, { withAddress: () => page })
}

const MAX_PAGES = 20

/** The arguments of the further pages of lists, by the keys of the lists. */
type Loaded = Readonly<Record<string, readonly Args[]>>

/** Requests the pages of the lists of one store again. */
class LoadedPages implements ManagerHooks {
  readonly #store: ManagerStore
  /** The requests of which a further page failed. */
  readonly #failed = new Set<string>()
  /** How many further pages there still are, by the requests of lists that have become shorter. */
  readonly #ends = new Map<string, number>()

  constructor(store: ManagerStore) {
    this.#store = store
  }

  /** Sends the request of a list once for each of its pages. */
  readonly request = async (call: ManagedCall, run: RunRequest): Promise<unknown> => {
    const { endpoint, key } = call
    const state = this.#store.getState()
    const row = getRow(state.requests, key)
    const loaded = endpoint.requestKey === undefined ? getOwn(loadedIn(state), key) : undefined
    if (loaded === undefined || call.isMutation) return run()
    const first = await run()
    if (call.options.isSoft === true && isOfEntities(endpoint.schema)) {
      return joinPages(endpoint.schema, [first], { state, result: row?.result })
    }
    return joinPages(endpoint.schema, [first, ...(await this.#further(call, loaded, run))])
  }

  /** Notes the arguments of each page in the state. The failure of a further page keeps the data that is shown. */
  readonly commit = (action: RestAction, state: RestState): RestAction => {
    const { meta } = action
    if (meta.kind !== 'request') return action
    if (this.#failed.delete(meta.requestId) && meta.requestStatus === 'rejected') {
      return { ...(action as RejectedAction), meta: { ...meta, errorPolicy: 'soft' } }
    }
    const { key, args } = meta.arg
    const all = loadedIn(state)
    // A list that was removed, as garbage, is a new one.
    const kept = Object.fromEntries(
      Object.entries(all).filter(([it]) => getRow(state.requests, it)),
    )
    const known = getOwn(kept, key) ?? []
    const note = (own: readonly Args[]): RestAction =>
      withManagerState(action, { pages: { ...kept, [key]: own } })
    const end = this.#ends.get(meta.requestId)
    this.#ends.delete(meta.requestId)
    if (meta.requestStatus === 'pending')
      return getOwn(all, key) === getOwn(kept, key) ? action : note([])
    if (meta.requestStatus !== 'fulfilled') return action
    if (end !== undefined) return note(known.slice(0, end))
    if (meta.page !== true || known.some((it) => isSame(it, args))) return action
    return note([...known, args].slice(0, MAX_PAGES - 1))
  }

  async #further(
    { requestId }: ManagedCall,
    loaded: readonly Args[],
    run: RunRequest,
  ): Promise<readonly unknown[]> {
    const responses: unknown[] = []
    for (const args of loaded) {
      try {
        responses.push(await run({ args, isPart: true }))
      } catch (error) {
        if (isGone(error)) {
          this.#ends.set(requestId, responses.length)
          break
        }
        // One that was aborted has ended by now.
        const { inFlight } = this.#store
        if (inFlight.some((it) => it.call.requestId === requestId)) this.#failed.add(requestId)
        throw error
      }
    }
    return responses
  }
}

/** Whether the server knows no such page any more: the list has become shorter, or the cursor is too old. */
function isGone(error: unknown): boolean {
  return [400, 404, 410, 422].includes((error as { readonly status?: number } | null)?.status ?? 0)
}

function loadedIn({ managers }: RestState): Loaded {
  return (managers['pages'] as Loaded | undefined) ?? {}
}

/** Whether the members of all lists are stored as primary keys alone, which stand for them in a response as well. */
function isOfEntities(schema: unknown): boolean {
  let isEach = true
  mapCollections(schema, (collection) => {
    isEach &&= isEntity((collection as { readonly member?: unknown }).member)
    return collection
  })
  return isEach
}
