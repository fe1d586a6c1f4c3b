import type { EndpointContract } from 'rtk-rest'
import { serverRow } from '../support/serverRow'
import type { Ledger } from './Ledger'
import type { Planned, Write } from './Write'
import type { ModelServer, Row, TableName } from './ModelServer'
import type { Promises } from './Promises'
import type { PromiseCheck } from './PromiseCheck'
import type { SimulatedStore } from './SimulatedStore'
import { type Api, type Call, type Mutations, Post, User } from './world'

/** What a visitor of a page acts on. */
export interface Surroundings {
  readonly api: Api
  readonly server: ModelServer
  readonly ledger: Ledger
  readonly promises: Promises
  readonly promiseCheck: PromiseCheck
  readonly simulated: SimulatedStore
}

/** A row, and the id by which a user names it. */
export interface Target {
  readonly row: string
  readonly id: string
  /** The creation whose temporary key the id is. */
  readonly creation: Write | undefined
}

/** What is sent. */
type Request = Pick<Call, 'args'> & { readonly endpoint: EndpointContract }

/** How a mutation is called. */
export type Manner = Pick<Write, 'isOptimistic' | 'isScoped'>

const FIELDS = { users: ['name', 'nick'], posts: ['title', 'body'] } as const
const STATUSES = ['draft', 'live'] as const

/** Sends requests like a user of a page, and records them. */
export class Visitor {
  readonly #world: Surroundings
  readonly #writes = new Map<string, Write>()
  readonly #requested = new Set<string>()
  #starting: Write | undefined
  #count = 0

  constructor(world: Surroundings) {
    this.#world = world
  }

  writeOf(requestId: string): Write | undefined {
    return this.#writes.get(requestId)
  }

  /** Whether it was called for. */
  isRequested(requestId: string): boolean {
    return this.#requested.has(requestId)
  }

  /** The mutation that a request is of which leaves the client: its call may not have returned yet. */
  sentWriteOf(requestId: string): Write | undefined {
    return this.#writes.get(requestId) ?? this.#starting
  }

  /** @param since when the task began that calls it */
  fetch({ endpoint, args, path }: Call, since = this.#world.ledger.next()): void {
    this.#read(endpoint, args, path, since)
  }

  fetchIfStale({ endpoint, args, path }: Call): void {
    const { simulated, promises } = this.#world
    const { rest, store } = simulated
    const { request, unwrap } = store.dispatch(rest.fetchIfStale(endpoint, ...(args as never[])))
    if (request !== undefined) this.#requested.add(request.requestId)
    promises.track(`fetchIfStale ${path}`, unwrap())
  }

  page(cursor: number): void {
    const { feed } = this.#world.api
    const args = [{ topic: 'main', cursor: String(cursor) }]
    this.#read(feed.getPage, args, `/feed/main?cursor=${cursor}`, this.#world.ledger.next())
  }

  change(method: 'patch' | 'put', { row, id, creation }: Target, which: number, manner: Manner) {
    const { users, posts } = this.#mutations(manner)
    const [table] = split(row)
    const fields = this.newFields(table, method === 'put' ? 2 : which)
    const member = method === 'put' ? 'update' : 'partialUpdate'
    const endpoint = table === 'users' ? users[member] : posts[member]
    this.#write({ kind: 'change', row, fields, creation, ...manner }, endpoint, [{ id }, fields])
  }

  /** A visit of a user, which the server counts. */
  visit({ row, id, creation }: Target, { isScoped }: Manner): void {
    const manner = { isOptimistic: true, isScoped }
    const { visit } = this.#mutations(manner)
    this.#write({ kind: 'visit', row, fields: {}, creation, ...manner }, visit, [{ id }])
  }

  create(table: TableName, status: number, manner: Manner): void {
    const { users, createPost } = this.#mutations(manner)
    const own = table === 'users' ? {} : { status: STATUSES[status % 2] as string, author: '1' }
    const fields = { ...this.newFields(table, 2), ...own }
    const endpoint = table === 'users' ? users.getList.push : createPost
    const write = {
      kind: 'create',
      row: undefined,
      fields,
      creation: undefined,
      ...manner,
    } as const
    this.#write(write, endpoint, [{}, fields])
  }

  move({ row, id, creation }: Target, status: number, manner: Manner): void {
    const { move } = this.#mutations(manner).posts.getList
    const fields = { status: STATUSES[status % 2] as string }
    this.#write({ kind: 'move', row, fields, creation, ...manner }, move, [{ id }, fields])
  }

  delete({ row, id, creation }: Target, manner: Manner): void {
    const { users, posts } = this.#mutations(manner)
    const endpoint = split(row)[0] === 'users' ? users.delete : posts.delete
    this.#write({ kind: 'delete', row, fields: {}, creation, ...manner }, endpoint, [{ id }])
  }

  /** Another client changes a post, and the server pushes that to this one. */
  message(row: string, change: 'create' | 'move' | 'delete'): void {
    const { api, server, ledger, promiseCheck, simulated } = this.#world
    const { posts } = api
    const id = split(row)[1]
    this.#count += 1
    const status = STATUSES[this.#count % 2] as string
    const fields = { title: server.textOf(`title ${this.#count}`), body: '', status, author: '1' }
    const { method, path, body, endpoint, args } = {
      create: {
        ...aboutPost('POST'),
        body: fields,
        endpoint: posts.getList.push,
        args: [{}, fields],
      },
      move: {
        ...aboutPost('PATCH', id),
        body: { status },
        endpoint: posts.getList.move,
        args: [{ id }, { status }],
      },
      delete: { ...aboutPost('DELETE', id), body: {}, endpoint: posts.delete, args: [{ id }] },
    }[change]
    const requestId = `message ${this.#count}`
    const response = server.respond({ method, path, body, requestId })
    if (response.status !== 200) return
    const about = { kind: change, row: change === 'create' ? undefined : row, fields: body }
    const write = ledger.start({
      ...about,
      creation: undefined,
      isOptimistic: false,
      isScoped: false,
      isMessage: true,
    })
    const { epoch } = ledger
    simulated.setResponse(endpoint, [...args, response.body])
    // The page may find as it stores this that another user has signed in.
    if (ledger.epoch === epoch) promiseCheck.confirm(write, response)
    else ledger.forgo(write)
  }

  /** What is only expected in another tab: a change of a user, a deletion and a creation. */
  changesElsewhere(): readonly Request[] {
    const { users, posts } = this.#world.api.mutations.optimistic
    const fields = { name: 'of another tab', nick: 'of another tab' }
    return [
      { endpoint: users.partialUpdate, args: [{ id: '1' }, fields] },
      { endpoint: posts.delete, args: [{ id: '2' }] },
      { endpoint: users.getList.push, args: [{}, fields] },
    ]
  }

  /** How another tab changes a row. */
  changeElsewhere(row: string, isOptimistic: boolean): Request {
    const [table, id] = split(row)
    const mutations = this.#mutations({ isOptimistic, isScoped: false })
    const endpoint: EndpointContract = mutations[table].partialUpdate
    return { endpoint, args: [{ id }, this.newFields(table, 2)] }
  }

  /** Another client changes the data of the server. */
  others(row: string, change: 'patch' | 'delete' | 'create'): void {
    const { server } = this.#world
    const [table] = split(row)
    const body: Row = this.newFields(table, 2)
    const post = table === 'posts' ? { status: 'draft', author: '2' } : {}
    if (change === 'patch') server.respond({ method: 'PATCH', path: `/${row}`, body })
    else if (change === 'delete') server.respond({ method: 'DELETE', path: `/${row}` })
    else server.respond({ method: 'POST', path: `/${table}`, body: { ...body, ...post } })
  }

  /** Values that were never there before: of the first field, the second, or both. */
  newFields(table: TableName, which: number): Record<string, string> {
    this.#count += 1
    const names = which === 2 ? FIELDS[table] : FIELDS[table].slice(which, which + 1)
    const { server } = this.#world
    return Object.fromEntries(names.map((name) => [name, server.textOf(`${name} ${this.#count}`)]))
  }

  #mutations({ isOptimistic, isScoped }: Manner): Mutations {
    const { api } = this.#world
    const { plain, optimistic } = isScoped ? api.scoped : api.mutations
    return isOptimistic ? optimistic : plain
  }

  #read(endpoint: EndpointContract, args: readonly unknown[], path: string, since: number): void {
    const { promiseCheck } = this.#world
    const promise = this.#send(endpoint, args, path)
    promise.then((action) => promiseCheck.checkResponse(action, path, since), ignore)
    promise.unwrap().then((value) => promiseCheck.checkRead(promise.requestId, path, value), ignore)
    promiseCheck.checkOutage(promise, path)
  }

  #write(planned: Planned, endpoint: EndpointContract, args: readonly unknown[]): void {
    const { ledger, promiseCheck } = this.#world
    const [table, id] = split(planned.row ?? 'users/')
    const entity = table === 'users' ? User : Post
    const isBlind = serverRow(this.#world.simulated.state, entity.key, id)?.invalid !== false
    const write = ledger.start({ ...planned, isBlind })
    this.#starting = write
    const promise = this.#send(endpoint, args, `${endpoint.name} ${planned.row ?? ''}`, () => {
      write.isAborted = true
    })
    this.#starting = undefined
    write.requestId = promise.requestId
    this.#writes.set(promise.requestId, write)
    promise.then(({ meta }) => {
      // No action came before, as the store was reset, or as its call had not returned.
      if (write.outcome === 'pending') {
        if (meta.requestStatus === 'fulfilled') ledger.ignore(write)
        else ledger.fail(write)
      }
      return promiseCheck.checkEnd(write)
    }, ignore)
    promise.unwrap().then((value) => promiseCheck.checkWritten(write, value), ignore)
  }

  #send(
    endpoint: EndpointContract,
    args: readonly unknown[],
    label: string,
    onAbort: () => void = ignore,
  ) {
    const { simulated, promises } = this.#world
    const { rest, store } = simulated
    const promise = store.dispatch(rest.fetch(endpoint, ...(args as never[])))
    this.#requested.add(promise.requestId)
    promises.track(label, promise, () => {
      onAbort()
      promise.abort('The visitor aborts.')
    })
    promises.track(`the value of ${label}`, promise.unwrap())
    return promise
  }
}

function aboutPost(
  method: string,
  id?: string,
): { readonly method: string; readonly path: string } {
  return { method, path: id === undefined ? '/posts' : `/posts/${id}` }
}

/** The table and the id of a row. */
export function split(row: string): [TableName, string] {
  return row.split('/') as [TableName, string]
}

/** The network creates every failure on purpose. */
function ignore(): void {
  // That it is settled is checked of all promises.
}
