import type { Pagination } from '../endpoint/pagination'
import { isEntity } from '../schema/Discriminator'
import { pkOfRef } from '../schema/entityRef'
import { mapCollections } from '../schema/mapCollections'
import {
  type ManagedRequest,
  type ManagerHooks,
  type ManagerStore,
  type RunRequest,
  withManagerState,
} from '../store/Manager'
import { serializeArgs } from '../store/requests/serializeArgs'
import type { FulfilledAction, RejectedAction, RestAction } from '../store/state/actions'
import { confirmedRow } from '../store/state/confirmed'
import { isExpired } from '../store/state/requestRows'
import type { RestState } from '../store/state/state'
import { getRow } from '../store/state/table'
import { isObject } from '../util/checks'
import { getOrCreate, lastOf } from '../util/collections'
import { getOwn } from '../util/record'
import { isSame } from '../util/replaceEqualDeep'
import { Clues, type Source, type Stored } from './cursors'
import { isBackwards, namesOf } from './directions'
import { joinPages } from './joinPages'
import { areKept, type Lists, withGaps } from './pageGaps'
import { type Args, type Page, PageWalk } from './PageWalk'

const MAX_PAGES = 20

/** The further pages of lists, by the keys of the lists. */
type Loaded = Readonly<Record<string, readonly Page[]>>

/** What a list is requested again with. */
interface Walked {
  readonly loaded: readonly Page[]
  readonly run: RunRequest
  /** The moment before its first request. */
  readonly started: number
}

/** A page that was requested again. */
interface Brought {
  readonly response: unknown
  readonly page: Page
}

interface Bringing extends Pick<Walked, 'run'> {
  readonly walk: PageWalk
  readonly first: unknown
  readonly brought: Brought[]
}

/** A request in flight of a list with pages, or of a page. */
interface Read {
  readonly key: string
  /** A page that is requested, with where its cursor comes from. */
  readonly page?: Page
  /** The members when it started. */
  readonly lists: Lists
  /** The same members now. */
  readonly find: (state: RestState) => Lists
  /** A page of the list has landed meanwhile. */
  hasOverlap: boolean
}

/** Requests the pages of the lists of one store again. */
export class LoadedPages implements ManagerHooks {
  readonly #store: ManagerStore
  /** The requests of which a further page failed. */
  readonly #failed = new Set<string>()
  /** The further pages that the requests of lists have brought. */
  readonly #brought = new Map<string, readonly Page[]>()
  readonly #reads = new Map<string, Read>()
  /** When all of these pages were requested again. */
  readonly #walked = new WeakMap<readonly Page[], number>()

  constructor(store: ManagerStore) {
    this.#store = store
  }

  /** Sends the request of a list once for each of its pages. */
  readonly request = async (call: ManagedRequest, run: RunRequest): Promise<unknown> => {
    const { endpoint, key } = call
    if (call.isMutation) return run()
    const isPage = endpoint.requestKey !== undefined
    this.#noteRead(call, isPage ? this.#seePage(call) : undefined)
    if (isPage) return run()
    const state = this.#store.getState()
    const row = getRow(state.requests, key)
    const loaded = getOwn(loadedIn(state), key)
    if (loaded === undefined) return run()
    const { isSoft, isOfValues } = call.options
    const started = this.#store.now()
    // The first page alone ends no doubt of what stands on the others, and is not all that was expired.
    const isAll = !isSoft || isExpired(row) || this.#isDoubtful(call, loaded)
    const isFirst = !isAll || isOfValues
    const first = await run()
    if (isFirst && isOfEntities(endpoint.schema)) {
      const isAround = loaded.some(([, , isInFront]) => isInFront)
      const clues = this.#cluesOf(call, first)
      const firstOf = (schemaKey: string): readonly string[] =>
        (clues(false).lists.get(schemaKey) ?? []).map(pkOfRef)
      const places = new Set(loaded.flatMap(([, from = {}]) => Object.values(from)).flat())
      const isCursor = (place: string): boolean => places.has(place)
      const stored = { state, result: row?.result, isCursor, ...(isAround && { firstOf }) }
      return joinPages(endpoint.schema, { all: [first], last: first, stored })
    }
    return loaded.length === 0 ? first : this.#walk(call, first, { loaded, run, started })
  }

  /** Notes the arguments of each page in the state. The failure of a further page keeps the data that is shown. */
  readonly commit = (action: RestAction, state: RestState): RestAction => {
    const { meta } = action
    if (meta.kind !== 'request') return action
    const { requestId, requestStatus } = meta
    if (this.#failed.delete(requestId) && requestStatus === 'rejected') {
      return { ...(action as RejectedAction), meta: { ...meta, errorPolicy: 'soft' } }
    }
    const { key, args } = meta.arg
    const all = loadedIn(state)
    // A list that was removed, as garbage, is a new one.
    const kept = Object.fromEntries(
      Object.entries(all).filter(([it]) => getRow(state.requests, it)),
    )
    const known = getOwn(kept, key) ?? []
    const note = (own: readonly Page[], it = action): RestAction =>
      withManagerState(it, { pages: { ...kept, [key]: own } })
    if (requestStatus === 'pending')
      return getOwn(all, key) === getOwn(kept, key) ? action : note([])
    const brought = this.#brought.get(requestId)
    const read = this.#reads.get(requestId)
    this.#brought.delete(requestId)
    this.#reads.delete(requestId)
    if (requestStatus !== 'fulfilled') return action
    const isGap = read !== undefined && this.#mayHaveGap(read, state, brought)
    const landed = isGap ? withGaps(action as FulfilledAction, state, read.lists) : action
    if (brought !== undefined) return note(brought, landed)
    if (meta.page !== true || known.some(([it]) => isSame(it, args[0]))) return landed
    const [, ...source] = read?.page ?? [undefined, {}]
    return note([...known, [args[0], ...source] as const].slice(0, MAX_PAGES - 1), landed)
  }

  #noteRead(call: ManagedRequest, page?: Page): void {
    const { endpoint, key, requestId } = call
    if ((endpoint as { readonly paginationField?: Pagination }).paginationField === undefined)
      return
    const find = (state: RestState): Lists => {
      const result = getRow(state.requests, key)?.result
      const row: Stored['row'] = (schemaKey, pk) => confirmedRow(state, schemaKey, pk)
      return new Clues({ schema: endpoint.schema, result, row }, false).shown
    }
    const lists = find(this.#store.getState())
    this.#reads.set(requestId, { key, ...(page && { page }), lists, find, hasOverlap: false })
  }

  /** Whether what is shown has become doubtful since all pages were requested: what these did not settle, they never do. */
  #isDoubtful(call: ManagedRequest, loaded: readonly Page[]): boolean {
    const state = this.#store.getState()
    const since = this.#walked.get(loaded) ?? 0
    const rows = [...this.#store.rowsOf({ isLive: false, ...call })]
    return rows.some(([table, pk]) => (confirmedRow(state, table, pk)?.meta.doubtful ?? 0) > since)
  }

  /** Whether the list has changed between the requests of the pages that now stand in it. */
  #mayHaveGap(
    { key, page, lists, find, hasOverlap }: Read,
    state: RestState,
    brought: readonly Page[] = [],
  ): boolean {
    if (page !== undefined) {
      for (const it of this.#reads.values()) if (it.key === key) it.hasOverlap = true
    } else if (hasOverlap && [...lists.values()].some(({ length }) => length > 0)) return true
    return (page !== undefined || brought.length > 0) && !areKept(lists, find(state))
  }

  /** Requests the pages behind, and in front of, a new first one. */
  async #walk(
    call: ManagedRequest,
    first: unknown,
    { loaded, run, started }: Walked,
  ): Promise<unknown> {
    const { requestId, endpoint } = call
    const walk = new PageWalk(call, loaded)
    const { unseen } = walk
    const brought: Brought[] = []
    try {
      if (unseen === undefined) await this.#bring(call, { walk, first, run, brought })
      else if (process.env.NODE_ENV !== 'production') warnUnseen(call, unseen)
    } catch (error) {
      if (!isGone(error)) {
        // One that was aborted has ended by now.
        const { inFlight } = this.#store
        if (inFlight.some((it) => it.requestId === requestId)) this.#failed.add(requestId)
        throw error
      }
    }
    const pages = brought.map(({ page }) => page)
    this.#brought.set(requestId, pages)
    this.#walked.set(pages, started)
    const all = [first]
    for (const { page, response } of brought) {
      if (page[2]) all.unshift(response)
      else all.push(response)
    }
    return joinPages(endpoint.schema, { all, last: lastOf(brought)?.response ?? first })
  }

  /** Requests one page after the other, each as the responses before it say. */
  async #bring(call: ManagedRequest, { walk, first, run, brought }: Bringing): Promise<void> {
    const { endpoint } = call
    const requested = new Set([endpoint.key(...call.args)])
    const visit = (response: unknown, args: Args, page?: Page): void =>
      walk.visit({ response, args, clues: this.#cluesOf(call, response) }, page)
    visit(first, call.args)
    for (const page of walk.pages) {
      const step = walk.next(page)
      if (step === 'end') continue
      const key = step === 'unknown' ? undefined : endpoint.key(...step.args)
      if (step === 'unknown' || requested.has(key as string)) {
        const [name = ''] = Object.keys(page[1] ?? {})
        if (process.env.NODE_ENV !== 'production') (key ? warnCircle : warnUnseen)(call, name)
        continue
      }
      requested.add(key as string)
      const response = await run({ args: step.args, isPart: true })
      visit(response, step.args, page)
      const [, ...rest] = page
      brought.push({ response, page: [serializeArgs(step.args)[0], ...rest] })
    }
  }

  /** Where the cursor of a page comes from, as far as the store shows it. */
  #seePage({ endpoint, args, key }: ManagedRequest): Page {
    const { paginationField } = endpoint as { readonly paginationField?: Pagination }
    const [, cursor, findNext] = paginationField ?? []
    const [params] = args
    if (cursor === undefined || !isObject(params)) return [params, {}]
    const isInFront = typeof cursor === 'object' && isBackwards(cursor, args)
    const state = this.#store.getState()
    const row = getRow(state.requests, key)
    const stored: Stored = {
      schema: endpoint.schema,
      result: row?.result,
      row: (schemaKey, pk) => getRow(getOwn(state.entities, schemaKey), pk),
    }
    const clues = findNext ? undefined : new Clues(stored, isInFront)
    const from: Record<string, Source> = {}
    for (const name of namesOf(cursor, args)) {
      from[name] = clues?.sourceOf(name, params[name]) ?? []
    }
    return isInFront ? [params, from, true] : [params, from]
  }

  #cluesOf(call: ManagedRequest, response: unknown): (isInFront: boolean) => Clues {
    const known = new Map<boolean, Clues>()
    return (isInFront) =>
      getOrCreate(known, isInFront, () => new Clues(this.#stored(call, response), isInFront))
  }

  /** A response as it would be stored. */
  #stored({ endpoint, args }: ManagedRequest, response: unknown): Stored {
    const { schema } = endpoint
    const { result, entities } = this.#store.normalize(schema as never, response, args)
    const state = this.#store.getState()
    return {
      schema,
      result,
      row: (schemaKey, pk) =>
        getOwn(getOwn(entities, schemaKey), pk) ?? confirmedRow(state, schemaKey, pk),
    }
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

const warned = new Set<string>()

function warnUnseen(call: ManagedRequest, parameter: string): void {
  const { paginationField } = call.endpoint as { readonly paginationField?: Pagination }
  const cursor = typeof paginationField?.[1] === 'string' ? `'${parameter}'` : '…'
  warn(
    `${call.endpoint.name}: a refetch brings the first page alone, as it was not seen where \`${parameter}\` of the others comes from. Write it: paginationField: [pages, ${cursor}, (response) => response.next].`,
  )
}

function warnCircle({ endpoint }: ManagedRequest, parameter: string): void {
  warn(
    `${endpoint.name}: the server gives a \`${parameter}\` that it gave before, so its pages go in a circle, and a refetch ends there. The response of the last page must name no next one.`,
  )
}

/** Each message once. */
function warn(message: string): void {
  if (warned.has(message)) return
  warned.add(message)
  console.warn(message)
}
