import type { Action } from '@reduxjs/toolkit'
import * as fc from 'fast-check'
import {
  Collection,
  Endpoint,
  type FetchPromise,
  Invalidate,
  type RestState,
  type SnapshotReader,
} from 'rtk-rest'
import { confirmedState } from '../../src/store/state/confirmed'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { runs } from '../support/runs'
import { turns } from '../support/turns'
import { deferred } from '../support/world'
import { applyPending, type Change, type Mutation, Server, type Step, step } from './Histories'
import { copy, createWorld, type Root, Todo, type World } from './world'

/** A request in flight, and how it ends. */
interface Pending {
  readonly mutation: Mutation | undefined
  /** What the server responds now; `undefined` where there is no such todo. */
  respond(): unknown
  end(response: Response): Promise<void>
  abort(): Promise<void>
}

type Response = { readonly body: unknown } | { readonly status: number }
type Reads = 'read list' | 'read one'

/** The store, the server and the model beside them. */
class History {
  readonly world = createWorld()
  readonly server = new Server()
  readonly mutations: Mutation[] = []
  readonly pending: Pending[] = []
  #moment = 0
  #replaced = 0
  readonly #states: Root[] = []
  #next: { readonly response: Promise<unknown>; run(): void } | undefined
  readonly #todos = new Collection([Todo])

  readonly #run = (): Promise<unknown> => {
    this.#next?.run()
    return this.#next?.response ?? Promise.resolve()
  }
  readonly list = new Endpoint(() => this.#run(), { name: 'list', schema: this.#todos })
  readonly one = new Endpoint((_id: string) => this.#run(), { name: 'one', schema: Todo })
  readonly #write = (_change: Change): Promise<unknown> => this.#run()
  readonly #endpoints = {
    patch: new Endpoint(this.#write, {
      name: 'patch',
      schema: Todo,
      sideEffect: true,
      writtenFields: (change: Change) => ('body' in change ? Object.keys(change.body) : []),
      getOptimisticResponse: [
        optimistic,
        (snap: SnapshotReader, change: Change) => {
          const { id, body } = change as Change & { do: 'patch' }
          if (snap.get(Todo, { id }) === undefined) throw snap.abort
          return { id, ...body }
        },
      ],
    }),
    vote: new Endpoint(this.#write, {
      name: 'vote',
      schema: Todo,
      sideEffect: true,
      getOptimisticResponse: [
        optimistic,
        (snap: SnapshotReader, change: Change) => {
          const { id } = change as Change & { do: 'vote' }
          const todo = snap.get(Todo, { id })
          if (todo === undefined) throw snap.abort
          return { id, votes: todo.votes + 1 }
        },
      ],
    }),
    create: new Endpoint(this.#write, {
      name: 'create',
      schema: this.#todos.push,
      sideEffect: true,
      getOptimisticResponse: [
        optimistic,
        (_snap: SnapshotReader, change: Change) => {
          const { title } = change as Change & { do: 'create' }
          return { title }
        },
      ],
    }),
    remove: new Endpoint(this.#write, {
      name: 'remove',
      schema: new Invalidate(Todo),
      sideEffect: true,
      getOptimisticResponse: [
        optimistic,
        (snap: SnapshotReader, change: Change) => {
          const { id } = change as Change & { do: 'remove' }
          if (snap.get(Todo, { id }) === undefined) throw snap.abort
          return { id }
        },
      ],
    }),
  }

  async run(it: Step): Promise<void> {
    switch (it.do) {
      case 'patch':
      case 'vote':
      case 'create':
      case 'remove':
        return await this.mutate(it, it.isEarly)
      case 'read list':
      case 'read one':
        return await this.read(it.do, it.id, it.isEarly)
      case 'jump':
        return await this.#jump(it.back)
      case 'set':
        return this.#set(it.id, it.body)
      default:
        return await this.#end(it.do, it.which)
    }
  }

  #set(id: string, body: Partial<Todo>): void {
    this.world.controller.set(Todo, { id }, { id, ...body })
    for (const mutation of this.mutations) {
      const { change, landed } = mutation
      if (change.do === 'remove' && change.id === id && landed !== undefined)
        mutation.isUndone = true
    }
  }

  async mutate({ ...change }: Change, isEarly: boolean): Promise<void> {
    this.#moment += 1
    const mutation: Mutation = { change, started: this.#moment }
    this.mutations.push(mutation)
    const { rest, store } = this.world
    const endpoint = this.#endpoints[change.do]
    await this.#send(
      mutation,
      isEarly,
      () => this.server.handle(change),
      () => store.dispatch(rest.fetch(endpoint, change)),
    )
  }

  async read(kind: Reads, id: string, isEarly: boolean): Promise<void> {
    const { rest, store } = this.world
    const { todos } = this.server
    const isList = kind === 'read list'
    await this.#send(
      undefined,
      isEarly,
      () => (isList ? [...todos.values()] : todos.get(id)),
      () =>
        isList ? store.dispatch(rest.fetch(this.list)) : store.dispatch(rest.fetch(this.one, id)),
    )
  }

  async #send(
    mutation: Mutation | undefined,
    isEarly: boolean,
    handle: () => unknown,
    fetch: () => FetchPromise<unknown>,
  ): Promise<void> {
    const response = deferred<Response>()
    const made = response.promise.then((it) => {
      if ('body' in it) return it.body
      throw Object.assign(new Error('failed'), { status: it.status })
    })
    let early: unknown
    let isRun = false
    const run = (): void => {
      isRun = true
      if (isEarly) early = handle()
    }
    this.#next = { response: made, run }
    const promise = fetch()
    // A read may join one that is in flight.
    for (let turn = 0; turn < 3; turn++) await Promise.resolve()
    if (!isRun) return
    this.pending.push({
      mutation,
      respond: () => (isEarly ? early : handle()),
      async end(it) {
        response.resolve(it)
        await promise
      },
      async abort() {
        promise.abort()
        await turns(1)
      },
    })
  }

  async #end(how: 'respond' | 'fail' | 'refuse' | 'abort', which: number): Promise<void> {
    const [it] = this.pending.splice(which % Math.max(this.pending.length, 1), 1)
    if (it === undefined) return
    const { mutation } = it
    const body = how === 'respond' ? it.respond() : undefined
    if (how === 'abort') await it.abort()
    else if (body === undefined) await it.end({ status: how === 'fail' ? 500 : 404 })
    else await it.end({ body })
    if (mutation === undefined) return
    this.#moment += 1
    if (body === undefined) this.mutations.splice(this.mutations.indexOf(mutation), 1)
    else mutation.landed = this.#moment
  }

  /** Replaces the state by a copy of an earlier one, as DevTools do it. */
  async #jump(back: number): Promise<void> {
    this.#moment += 1
    this.#replaced = this.#moment
    const state = this.#states.at(-1 - back) ?? this.world.store.getState()
    this.world.replace(copy(state))
    await turns(1)
  }

  async endAll(): Promise<void> {
    while (this.pending.length > 0) await this.#end('respond', 0)
  }

  /** Compares what is shown with what is committed and pending. */
  check(): void {
    const { store, rest } = this.world
    const state = store.getState()
    this.#states.push(state)
    const bare = { rest: confirmedState(state.rest) }
    const { selectAll, selectData, selectEntity } = rest.selectors
    const committed = copy(selectAll(bare, Todo)).map((row) => ({ ...Todo.fromJS({}), ...row }))
    const list = selectData(bare, this.list)
    const members = list?.map(({ id }) => id) ?? []
    const expected = applyPending(committed, members, this.mutations, this.#replaced)
    const found = selectData(state, this.list)
    // A read may have brought a vote in flight, which is not counted twice then.
    const counted = (row: Todo) => {
      const isVoted = this.mutations.some(
        ({ change, landed }) =>
          change.do === 'vote' && change.id === row.id && landed === undefined,
      )
      const [least = 0, most = 0] = [
        committed.find(({ id }) => id === row.id)?.votes,
        expected.rows.get(row.id)?.votes,
      ]
      const isCounted = isVoted && row.votes >= least && row.votes <= most
      return fieldsOf(isCounted ? { ...row, votes: most } : row)
    }
    expect(found?.map(counted)).toEqual(list && expected.list.map(fieldsOf))
    for (const id of ['1', '2', '3']) {
      const row = expected.rows.get(id)
      const shown = selectEntity(state, Todo, { id })
      expect(shown && counted(shown)).toEqual(row && fieldsOf(row))
    }
    expect(selectData(state, this.list)).toBe(found)
    expect(selectData(copy(state), this.list)).toEqual(found)
    // Nothing replaced the state, so that the actions alone make it.
    if (this.#replaced === 0) expect(replayed(this.world)).toEqual(state.rest)
  }
}

/** The state that the actions of a store make in a new reducer. */
function replayed({ rest, actions }: World): RestState {
  return copy(actions).reduce(
    (state, action) => rest.reducer(state, action as Action),
    rest.reducer(undefined, { type: '@@init' }),
  )
}

/** The fields that the model has, with the defaults of the entity. */
function fieldsOf({ id = '', title = '', done = false, votes = 0 }: Partial<Todo>) {
  // The model does not know the temporary keys.
  return { id: id.replace(/^new-.+/, ''), title, done, votes }
}

describe('random histories of optimistic mutations', () => {
  it(
    'show what is committed with the changes in flight in order of start, and end with what the server has',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
          const history = new History()
          await history.read('read list', '', false)
          await history.endAll()
          history.check()
          for (const it of steps) {
            await history.run(it)
            history.check()
          }
          await history.endAll()
          await history.read('read list', '', false)
          await history.endAll()
          history.check()
          const { world, list, server } = history
          const found = world.controller.getResponse(list).data
          expect(found?.map(fieldsOf)).toEqual([...server.todos.values()])
          expect(world.store.getState().rest.confirmed).toEqual({})
        }),
        { numRuns: runs(200) },
      )
    },
  )
})
