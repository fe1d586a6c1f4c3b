import * as fc from 'fast-check'
import { Collection, Endpoint, type EndpointContract, Invalidate } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { type Landing, Model, type PostResponse, type Turn, type UserData } from '../support/model'
import { runs } from '../support/runs'
import { createStore, deferred, Post, User } from '../support/world'

// More on demand: RTK_REST_RUNS=100000 npx vitest run test/store/model.test.ts
const RUNS = runs(1_000)

const ids = ['1', '2', '__proto__'] as const
const id = fc.constantFrom(...ids)
const userData: fc.Arbitrary<UserData> = fc.record(
  { id, name: fc.constantFrom('a', 'b', 'c'), nick: fc.constantFrom('x', 'y') },
  { requiredKeys: ['id'] },
)
const postData: fc.Arbitrary<PostResponse> = fc.record(
  {
    id,
    title: fc.constantFrom('t', 'u'),
    author: userData,
    reviewer: fc.option(userData),
  },
  { requiredKeys: ['id', 'author'] },
)

type Step =
  | { readonly do: 'get user'; readonly response: UserData }
  | { readonly do: 'get post'; readonly response: PostResponse }
  | { readonly do: 'list users'; readonly response: readonly UserData[] }
  | { readonly do: 'list posts'; readonly response: readonly PostResponse[] }
  | { readonly do: 'create user'; readonly response: UserData }
  | { readonly do: 'delete user'; readonly response: { readonly id: string } }
  | { readonly do: 'set user'; readonly response: UserData }
  | { readonly do: 'invalidate'; readonly key: string }
  | { readonly do: 'reset' }
  | { readonly do: 'land'; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('get user' as const), response: userData }),
  fc.record({ do: fc.constant('get post' as const), response: postData }),
  fc.record({
    do: fc.constant('list users' as const),
    response: fc.array(userData, { maxLength: 4 }),
  }),
  fc.record({
    do: fc.constant('list posts' as const),
    response: fc.array(postData, { maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('create user' as const), response: userData }),
  fc.record({ do: fc.constant('delete user' as const), response: fc.record({ id }) }),
  fc.record({ do: fc.constant('set user' as const), response: userData }),
  fc.record({
    do: fc.constant('invalidate' as const),
    key: fc.constantFrom('users', 'posts', 'user 1', 'post 2'),
  }),
  fc.record({ do: fc.constant('reset' as const) }, { noNullPrototype: true }),
  { weight: 6, arbitrary: fc.record({ do: fc.constant('land' as const), which: fc.nat(5) }) },
)

/** A request that was sent, and what lands in the model with its response. */
interface Sent {
  readonly key: string | undefined
  readonly turn: Turn
  respond(): Promise<unknown>
  land(model: Model): void
}

/** The store under test and the model beside it, driven by the same steps. */
class Twins {
  readonly model = new Model()
  readonly world = createStore()
  readonly #sent: Sent[] = []
  #turn: Turn = 0
  #lastMutation: Turn = 0
  #response: Promise<unknown> = Promise.resolve()

  // The response of each request lands when the test resolves it.
  readonly #fetch = () => this.#response
  readonly #users = new Collection([User])
  readonly endpoints = {
    user: new Endpoint((_id: string) => this.#fetch(), { name: 'user', schema: User }),
    post: new Endpoint((_id: string) => this.#fetch(), { name: 'post', schema: Post }),
    users: new Endpoint(() => this.#fetch(), { name: 'users', schema: this.#users }),
    posts: new Endpoint(() => this.#fetch(), { name: 'posts', schema: new Collection([Post]) }),
    create: new Endpoint(() => this.#fetch(), {
      name: 'create',
      schema: this.#users.push,
      sideEffect: true,
    }),
    delete: new Endpoint(() => this.#fetch(), {
      name: 'delete',
      schema: new Invalidate(User),
      sideEffect: true,
    }),
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'get user':
        return this.#send(
          this.endpoints.user,
          [step.response.id],
          `user ${step.response.id}`,
          step.response,
          (model) => model.writeUser(step.response),
        )
      case 'get post':
        return this.#send(
          this.endpoints.post,
          [step.response.id],
          `post ${step.response.id}`,
          step.response,
          (model) => model.writePost(step.response),
        )
      case 'list users':
        return this.#send(
          this.endpoints.users,
          [],
          'users',
          step.response,
          (model, { started }) => {
            for (const user of step.response) model.writeUser(user)
            model.writeList(
              started,
              'users',
              step.response.map((user) => user.id),
            )
          },
        )
      case 'list posts':
        return this.#send(
          this.endpoints.posts,
          [],
          'posts',
          step.response,
          (model, { started }) => {
            for (const post of step.response) model.writePost(post)
            model.writeList(
              started,
              'posts',
              step.response.map((post) => post.id),
            )
          },
        )
      case 'create user':
        return this.#send(
          this.endpoints.create,
          [],
          undefined,
          step.response,
          (model, { landed }) => model.addUser(landed, step.response),
        )
      case 'delete user':
        return this.#send(this.endpoints.delete, [], undefined, step.response, (model, landing) =>
          model.deleteUser(landing, step.response.id),
        )
      case 'set user': {
        const turn = ++this.#turn
        this.world.controller.set(User, { id: step.response.id }, step.response)
        return this.model.land({ started: turn, landed: turn, kind: 'set' }, () =>
          this.model.writeUser(step.response),
        )
      }
      case 'invalidate':
        return this.#invalidate(step.key)
      case 'reset':
        this.world.store.dispatch(this.world.rest.reset())
        return this.model.reset(++this.#turn)
      case 'land':
        return this.#land(step.which)
    }
  }

  async landAll(): Promise<void> {
    while (this.#sent.length > 0) await this.#land(0)
  }

  check(): void {
    const { endpoints, model, world } = this
    const state = world.store.getState()
    const { selectData } = world.rest.selectors
    const reads: [what: string, read: () => unknown, expected: unknown][] = [
      ['users', () => selectData(state, endpoints.users), model.readList('users')],
      ['posts', () => selectData(state, endpoints.posts), model.readList('posts')],
      ...ids.map(
        (it) => ['user', () => selectData(state, endpoints.user, it), model.readUser(it)] as never,
      ),
      ...ids.map(
        (it) => ['post', () => selectData(state, endpoints.post, it), model.readPost(it)] as never,
      ),
    ]
    for (const [what, read, expected] of reads) {
      const found = read()
      expect(plain(found), what).toEqual(plain(expected))
      expect(read(), what).toBe(found)
    }
  }

  #send(
    endpoint: Endpoint,
    args: readonly string[],
    key: string | undefined,
    response: unknown,
    land: (model: Model, landing: Landing) => void,
  ): void {
    if (key !== undefined && this.#isUnderWay(key)) return
    const gate = deferred<unknown>()
    this.#response = gate.promise
    const turn = ++this.#turn
    const before = this.model.usersNow()
    const promise = this.world.store.dispatch(
      this.world.rest.fetch(endpoint as EndpointContract, ...args),
    )
    this.#sent.push({
      key,
      turn,
      respond: async () => {
        gate.resolve(structuredClone(response))
        await promise
      },
      land: (model) => {
        const kind = endpoint.sideEffect === true ? 'mutation' : 'read'
        if (turn <= model.lastReset) {
          if (kind === 'mutation') model.doubtAll((this.#lastMutation = ++this.#turn))
          return
        }
        const landing: Landing = { started: turn, landed: ++this.#turn, kind, before }
        if (kind === 'mutation') this.#lastMutation = landing.landed
        model.land(landing, () => land(model, landing))
        if (key !== undefined) model.recordResponse(turn, key)
      },
    })
  }

  /** A read in flight is joined, unless it started before what it reads was invalidated, before a reset, or a mutation. */
  #isUnderWay(key: string): boolean {
    const response = this.model.responses.get(key)
    const since = Math.max(response?.invalidated ?? 0, this.model.lastReset, this.#lastMutation)
    return this.#sent.some((sent) => sent.key === key && sent.turn > since)
  }

  #invalidate(key: string): void {
    const [name = '', pk = ''] = key.split(' ')
    const { rest, store } = this.world
    const { user, post, users, posts } = this.endpoints
    if (name === 'user') store.dispatch(rest.invalidate(user, pk))
    else if (name === 'post') store.dispatch(rest.invalidate(post, pk))
    else store.dispatch(rest.invalidate(name === 'users' ? users : posts))
    this.model.invalidate(++this.#turn, key)
  }

  async #land(which: number): Promise<void> {
    const [sent] = this.#sent.splice(which % Math.max(this.#sent.length, 1), 1)
    await sent?.respond()
    sent?.land(this.model)
  }
}

type Endpoint = Twins['endpoints'][keyof Twins['endpoints']]

/** Objects without their classes, and without the members that are not there. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

describe('random sequences of requests, writes, invalidations and resets', () => {
  it(
    `give the same results as a model without normalization (${RUNS} runs)`,
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const twins = new Twins()
          for (const it of steps) {
            await twins.run(it)
            twins.check()
          }
          await twins.landAll()
          twins.check()
        }),
        { numRuns: RUNS },
      )
    },
  )
})
