import { type FinalAction, type RestAction, type RestState, rowKey } from 'rtk-rest'
import { serverRow } from '../../support/serverRow'
import { confirmedState } from '../../../src/store/state/confirmed'
import { type Arrival, takeArrivals } from './Arrivals'
import { soon } from './Gate'
import { Item, rest } from './items'
import type { Outcome, Progress, Step } from './optimisticHistories'
import {
  addItem,
  createItem,
  deleteItem,
  getItem,
  getList,
  getRecent,
  patchItem,
  voteForItem,
  voteInScope,
} from './optimisticItems'
import { bodyOf, isCreation, type Operation } from './optimisticOperations'
import { createStore, readShown } from './page'
import { nameOfNew, type Row, type View } from './pendingChanges'
import { ids, type ItemData } from './server'
import type { Shown } from './Subject'
import { Violation } from './Violation'

type Root = { readonly rest: RestState }

interface Sent {
  readonly promise: Promise<FinalAction> & { unwrap(): Promise<unknown>; abort(): void }
  readonly settled: Promise<{ readonly error?: unknown }>
}

const START = Date.UTC(2026, 0, 1)
const realNow = Date.now

/** A store in a page that has read all that there is, whose mutations are optimistic. */
export class OptimisticPage {
  readonly actions: RestAction[] = []
  readonly #store = createStore(this.actions)
  /** The states since the last look. */
  #states: Root[] = []
  readonly #isTicking: boolean
  readonly #sent = new Map<number, Sent>()
  /** The requests at the server, by operation. */
  readonly #arrived = new Map<number, Arrival>()
  /** The keys of the items that are or were created here, by operation. */
  readonly #keys = new Map<number, string>()
  #now = START

  /** @param isTicking whether time goes on from step to step; where not, the counter alone orders the moments */
  constructor(items: readonly ItemData[], isTicking: boolean) {
    this.#isTicking = isTicking
    Date.now = () => this.#now
    const { dispatch } = this.#store
    for (const item of items) {
      dispatch(rest.setResponse(getItem, { id: item.id }, item as never))
    }
    dispatch(rest.setResponse(getList, items as never))
    dispatch(rest.setResponse(getRecent, items as never))
    this.#store.subscribe(() => this.#states.push(this.#store.getState()))
  }

  get state(): RestState {
    return this.#store.getState().rest
  }

  /** Without what is pending. */
  get committed(): Root {
    return { rest: confirmedState(this.state) }
  }

  /** Starts a request, or ends one. Waits until all that this sends is at the server. */
  async run({ op, do: what, outcome, progress }: Step, before: readonly Progress[]): Promise<void> {
    this.#tick()
    const it = progress[op] as Progress
    if (what === 'start') this.#start(op, it)
    else await this.#end(op, it, outcome)
    const sent = progress.flatMap(({ phase }, at) =>
      phase === 'sent' && before[at]?.phase !== 'sent' ? [at] : [],
    )
    const names = sent.map((at) => nameOfRequest((progress[at] as Progress).operation))
    for (const arrival of await takeArrivals(names)) {
      this.#arrived.set(operationOf(arrival, progress), arrival)
    }
    for (const [at, { outcome: ended }] of progress.entries()) {
      if (ended === 'unsent' && before[at]?.phase === 'waiting') await this.#checkError(at, true)
    }
  }

  /** What was shown since the last look, in between as well. */
  takeShown(): View[] {
    const states = this.#states
    this.#states = []
    return states.map((it) => this.show(it))
  }

  show(root: Root = this.#store.getState()): View {
    const { selectEntity, selectRequest } = rest.selectors
    const names = new Map([...this.#keys].map(([op, key]) => [key, nameOfNew(op)]))
    const items = new Map<string, Row>()
    for (const id of [...ids, ...names.keys()]) {
      const item = selectEntity(root, Item, id)
      if (item !== undefined && item.id === id) items.set(names.get(id) ?? id, fieldsOf(item))
    }
    const listOf = (call: typeof getList | typeof getRecent): string[] | undefined => {
      const { data, error } = selectRequest(root, call as typeof getList)
      if (error !== undefined) return undefined
      return data?.map((member) => {
        const name = names.get(member.id) ?? member.id
        checkSame(member, items.get(name), name)
        return name
      })
    }
    const first = selectRequest(root, getItem, { id: '1' }).data
    if (first !== undefined) checkSame(first, items.get('1'), '1')
    return { items, list: listOf(getList), recent: listOf(getRecent) }
  }

  showCommitted(): Shown {
    return readShown(this.committed, { getItem, getList })
  }

  /** An item that is created has one key from the start, and is found by it. */
  checkKeys(progress: readonly Progress[]): void {
    const root = this.#store.getState()
    const list = rest.selectors.selectData(root, getList) ?? []
    for (const [op, key] of this.#keys) {
      const { phase, outcome, served } = progress[op] as Progress
      const id = outcome === 'ok' ? served?.id : key
      const members = list.filter((it) => it.id === id)
      if (members.some((it) => rowKey(it) !== key))
        throw new Violation('(key) an item has another key')
      if (members.length > 1) throw new Violation('(key) an item is in the list twice')
      const item = rest.selectors.selectEntity(root, Item, key)
      const byId = id === undefined ? undefined : rest.selectors.selectEntity(root, Item, id)
      if (item !== byId) throw new Violation('(key) the first key of an item does not find it')
      if (phase === 'over' && outcome !== 'ok' && item !== undefined) {
        throw new Violation('(key) an item is there after its creation has failed')
      }
    }
  }

  /** Whether `fetchIfStale` sends a request, which stays in flight. */
  isDoubtful(id: string): boolean {
    return serverRow(this.state, 'Item', id)?.meta.doubtful !== undefined
  }

  async isStale(call: string): Promise<boolean> {
    const { dispatch } = this.#store
    const { request } =
      call === 'list'
        ? dispatch(rest.fetchIfStale(getList))
        : dispatch(rest.fetchIfStale(getItem, { id: call }))
    return request !== undefined
  }

  /** Reads everything once more. */
  async refetch(items: readonly ItemData[], recent: readonly string[]): Promise<void> {
    const { dispatch } = this.#store
    const itemOf = (id: unknown): unknown => items.find((it) => it.id === id)
    const reads = [
      ...ids.map((id) => dispatch(rest.fetch(getItem, { id }))),
      dispatch(rest.fetch(getList)),
      dispatch(rest.fetch(getRecent)),
    ].map((it) => settle(it).settled)
    for (const { name, args, resolve, reject } of await takeArrivals(undefined)) {
      const response =
        name === 'list'
          ? items
          : name === 'recent'
            ? recent.map(itemOf)
            : itemOf((args[0] as ItemData).id)
      if (response === undefined) reject(errorOf(404))
      else resolve(structuredClone(response))
    }
    for (const it of reads) await soon(it)
  }

  dispose(): void {
    rest.dispose(this.#store)
    Date.now = realNow
  }

  #tick(): void {
    if (this.#isTicking) this.#now++
  }

  #start(op: number, { operation, creation }: Progress): void {
    this.#sent.set(op, settle(this.#dispatch(op, operation, creation)))
    if (!isCreation(operation)) return
    const known = new Set(this.#keys.values())
    const list = rest.selectors.selectData(this.#store.getState(), getList) ?? []
    const created = list.find((it) => it.id.startsWith('new-') && !known.has(it.id))
    if (created === undefined) throw new Violation('(view) a creation in flight is not in the list')
    this.#keys.set(op, rowKey(created))
  }

  #dispatch(op: number, operation: Operation, creation: number | undefined): Sent['promise'] {
    const { dispatch } = this.#store
    if (operation.do === 'read') {
      if (operation.call === 'first') return dispatch(rest.fetch(getItem, { id: '1' }))
      return operation.call === 'list'
        ? dispatch(rest.fetch(getList))
        : dispatch(rest.fetch(getRecent))
    }
    const args = { id: creation === undefined ? '1' : this.#shownId(creation) }
    const body = bodyOf(operation, op)
    switch (operation.do) {
      case 'patch':
        return dispatch(rest.fetch(patchItem, args, body))
      case 'vote':
        return dispatch(rest.fetch(operation.isInScope ? voteInScope : voteForItem, args, body))
      case 'delete':
        return dispatch(rest.fetch(deleteItem, args, body))
      case 'create':
        return dispatch(rest.fetch(createItem, body))
      case 'add':
        return dispatch(rest.fetch(addItem, body))
    }
  }

  /** The id that the page shows of an item that it created. */
  #shownId(creation: number): string {
    const key = this.#keys.get(creation) ?? ''
    const item = rest.selectors.selectEntity(this.#store.getState(), Item, key)
    return item?.id ?? key
  }

  async #end(op: number, { served }: Progress, outcome: Outcome | undefined): Promise<void> {
    const { promise } = this.#sent.get(op) as Sent
    const arrival = this.#arrived.get(op)
    if (outcome === 'ok') arrival?.resolve(structuredClone(served?.response))
    else if (outcome === 'refused') arrival?.reject(errorOf(409))
    else promise.abort()
    await this.#checkError(op, outcome !== 'ok')
  }

  async #checkError(op: number, isExpected: boolean): Promise<void> {
    const { error } = await soon((this.#sent.get(op) as Sent).settled)
    if (isExpected === (error !== undefined)) return
    const how = error instanceof Error ? error.message : 'without an error'
    throw new Violation(`(promise) ended ${how}`)
  }
}

/** The function of an endpoint, which those that extend it share. */
function nameOfRequest(operation: Operation): string {
  if (operation.do === 'read') return operation.call
  return operation.do === 'add' ? 'create' : operation.do
}

/** The operation that sent a request: a mutation has its number in its body. */
function operationOf({ name, args }: Arrival, progress: readonly Progress[]): number {
  if (args.some((it) => JSON.stringify(it).includes('"new-'))) {
    throw new Violation('(sent) a request has a temporary key')
  }
  const [value] = Object.values(args.at(-1) ?? {}) as string[]
  const isRead = progress.some(
    ({ operation }) => operation.do === 'read' && operation.call === name,
  )
  if (!isRead) return Number(value?.split(' ')[1]) - 1
  return progress.findLastIndex(
    ({ operation }) => operation.do === 'read' && operation.call === name,
  )
}

function fieldsOf({ a, b, version }: Item): Row {
  return { a, b, version }
}

function checkSame(found: Item, row: Row | undefined, name: string): void {
  const { a, b, version } = found
  if (row?.a !== a || row.b !== b || row.version !== version) {
    throw new Violation(`(view) item ${name} is shown in two ways`)
  }
}

function errorOf(status: number): Error {
  return Object.assign(new Error('It did not work'), { status })
}

function settle(promise: Sent['promise']): Sent {
  const settled = promise.unwrap().then(
    () => ({}),
    (error: unknown) => ({ error }),
  )
  return { promise, settled }
}
