import * as fc from 'fast-check'
import { Collection, Endpoint, Invalidate, rowKey, serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { runs } from '../support/runs'
import { turns } from '../support/turns'
import { createWorld, type Fetched, Todo } from './world'

/** What a user does to the rows on the page, and how the server ends a request. */
type Step =
  | { readonly do: 'create' }
  | { readonly do: 'read' }
  | { readonly do: 'rename' | 'remove'; readonly row: number }
  | { readonly do: 'end'; readonly request: number; readonly fails: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ do: 'create' } as const),
  fc.constant({ do: 'read' } as const),
  fc.record({ do: fc.constantFrom('rename' as const, 'remove' as const), row: fc.nat(20) }),
  fc.record({ do: fc.constant('end' as const), request: fc.nat(20), fails: fc.boolean() }),
)

/** A call of the user's about a row, in the order of the calls. */
interface Change {
  /** `undefined`: the row is removed. */
  readonly title: string | undefined
  status: 'pending' | 'done' | 'failed'
}

interface TodoBody {
  readonly id: string
  readonly title: string
}

/** A list whose rows are changed while they are created. Changes of one row wait for each other. */
class History {
  readonly world = createWorld()
  /** The rows of the server. */
  readonly #todos = new Map<string, TodoBody>()
  /** The requests at the server: each is processed when the test ends it. */
  readonly #requests: ((fails: boolean) => void)[] = []
  /** By the key of the row on the page; the first change is the creation. */
  readonly #changes = new Map<string, Change[]>()
  #count = 0
  #lastId = 0

  readonly list = new Endpoint(() => this.#hold(() => [...this.#todos.values()]), {
    name: 'list',
    schema: new Collection([Todo]),
  })
  readonly create = new Endpoint(
    ({ title }: { title: string }) => this.#hold(() => this.#put(title)),
    {
      name: 'create',
      sideEffect: true,
      schema: this.list.schema.push,
      getOptimisticResponse: [optimistic, (_snap, body) => body],
    },
  )
  readonly rename = new Endpoint(
    ({ id }: { id: string }, { title }: { title: string }) =>
      this.#hold(() => this.#put(title, this.#stored(id).id)),
    {
      name: 'rename',
      sideEffect: true,
      schema: Todo,
      scope: [serial, ({ id }) => `todo ${id}`],
      getOptimisticResponse: [optimistic, (_snap, params, body) => ({ ...params, ...body })],
    },
  )
  readonly remove = new Endpoint(
    ({ id }: { id: string }) =>
      this.#hold(() => {
        this.#todos.delete(this.#stored(id).id)
        return { id }
      }),
    {
      name: 'remove',
      sideEffect: true,
      schema: new Invalidate(Todo),
      scope: [serial, ({ id }) => `todo ${id}`],
      getOptimisticResponse: [optimistic, (_snap, params) => params],
    },
  )

  async run(it: Step): Promise<void> {
    const { store, rest } = this.world
    if (it.do === 'read') void store.dispatch(rest.fetch(this.list))
    else if (it.do === 'create') this.#create()
    else if (it.do === 'end') this.#end(it.request, it.fails)
    else this.#change(it.do, it.row)
    await turns(2)
  }

  /** Ends all requests, and those that start meanwhile. */
  async endAll(): Promise<void> {
    while (this.#requests.length > 0) {
      this.#end(0, false)
      await turns(2)
    }
  }

  /** The rows of the page are those of the calls that have not failed, each with its first key. */
  check(): void {
    const expected = [...this.#changes].flatMap(([key, changes]) => {
      const [creation] = changes
      const last = changes.findLast(({ status }) => status !== 'failed')
      return creation?.status === 'failed' || last?.title === undefined ? [] : [[key, last.title]]
    })
    expect(this.shown()).toEqual(Object.fromEntries(expected))
  }

  shown(): Record<string, string> {
    return Object.fromEntries(this.#rows().map((todo) => [rowKey(todo), todo.title]))
  }

  get titlesOfServer(): readonly string[] {
    return [...this.#todos.values()].map(({ title }) => title)
  }

  #rows(): readonly Todo[] {
    return this.world.controller.getResponse(this.list).data ?? []
  }

  #create(): void {
    const { store, rest } = this.world
    const before = new Set(this.#rows().map(rowKey))
    const title = this.#title()
    const fetched = store.dispatch(rest.fetch(this.create, { title }))
    const key = this.#rows()
      .map(rowKey)
      .find((it) => !before.has(it))
    this.#note(key ?? '', title, fetched)
  }

  #change(kind: 'rename' | 'remove', which: number): void {
    const { store, rest } = this.world
    const shown = this.#rows()
    const todo = shown[which % shown.length]
    if (todo === undefined) return
    const { id } = todo
    const title = kind === 'rename' ? this.#title() : undefined
    const fetched =
      title === undefined
        ? store.dispatch(rest.fetch(this.remove, { id }))
        : store.dispatch(rest.fetch(this.rename, { id }, { title }))
    this.#note(rowKey(todo), title, fetched)
  }

  #note(key: string, title: string | undefined, fetched: Fetched<unknown>): void {
    const change: Change = { title, status: 'pending' }
    const changes = this.#changes.get(key) ?? []
    this.#changes.set(key, [...changes, change])
    fetched.unwrap().then(
      () => (change.status = 'done'),
      () => (change.status = 'failed'),
    )
  }

  #title(): string {
    this.#count += 1
    return `title ${this.#count}`
  }

  #put(title: string, id = `${(this.#lastId += 1)}`): TodoBody {
    const todo = { id, title }
    this.#todos.set(id, todo)
    return todo
  }

  #stored(id: string): TodoBody {
    expect(id).not.toMatch(/^new-/)
    const todo = this.#todos.get(id)
    if (todo === undefined) throw new Error('not found')
    return todo
  }

  async #hold<Value>(process: () => Value): Promise<Value> {
    return await new Promise((resolve, reject) => {
      this.#requests.push((fails) => {
        try {
          if (fails) throw new Error('refused')
          resolve(structuredClone(process()))
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #end(which: number, fails: boolean): void {
    const [request] = this.#requests.splice(which % Math.max(this.#requests.length, 1), 1)
    request?.(fails)
  }
}

describe('random changes of rows that are being created', () => {
  it(
    'are sent with the ids of the server, and show what has not failed',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
          const history = new History()
          await history.run({ do: 'read' })
          await history.endAll()
          for (const it of steps) {
            await history.run(it)
            history.check()
          }
          await history.endAll()
          history.check()
          const shown = Object.values(history.shown())
          expect(shown.toSorted()).toEqual([...history.titlesOfServer].toSorted())
          expect(history.world.store.getState().rest.confirmed).toEqual({})
        }),
        { numRuns: runs(100) },
      )
    },
  )
})
