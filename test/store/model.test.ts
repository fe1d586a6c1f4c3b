import * as fc from 'fast-check'
import { Collection, Endpoint, type EndpointContract, Invalidate } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { type Landing, Model, type PostAnswer, type Turn, type UserData } from '../support/model'
import { createStore, deferred, Post, User } from '../support/world'

// More on demand: RTK_REST_RUNS=100000 npx vitest run test/store/model.test.ts
const RUNS = Number(process.env['RTK_REST_RUNS'] ?? 1_000)

const ids = ['1', '2', '__proto__'] as const
const id = fc.constantFrom(...ids)
const userData: fc.Arbitrary<UserData> = fc.record(
  { id, name: fc.constantFrom('a', 'b', 'c'), nick: fc.constantFrom('x', 'y') },
  { requiredKeys: ['id'] },
)
const postData: fc.Arbitrary<PostAnswer> = fc.record(
  {
    id,
    title: fc.constantFrom('t', 'u'),
    author: userData,
    reviewer: fc.option(userData),
  },
  { requiredKeys: ['id', 'author'] },
)

type Step =
  | { readonly do: 'get user'; readonly answer: UserData }
  | { readonly do: 'get post'; readonly answer: PostAnswer }
  | { readonly do: 'list users'; readonly answer: readonly UserData[] }
  | { readonly do: 'list posts'; readonly answer: readonly PostAnswer[] }
  | { readonly do: 'create user'; readonly answer: UserData }
  | { readonly do: 'delete user'; readonly answer: { readonly id: string } }
  | { readonly do: 'set user'; readonly answer: UserData }
  | { readonly do: 'invalidate'; readonly key: string }
  | { readonly do: 'reset' }
  | { readonly do: 'land'; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('get user' as const), answer: userData }),
  fc.record({ do: fc.constant('get post' as const), answer: postData }),
  fc.record({
    do: fc.constant('list users' as const),
    answer: fc.array(userData, { maxLength: 4 }),
  }),
  fc.record({
    do: fc.constant('list posts' as const),
    answer: fc.array(postData, { maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('create user' as const), answer: userData }),
  fc.record({ do: fc.constant('delete user' as const), answer: fc.record({ id }) }),
  fc.record({ do: fc.constant('set user' as const), answer: userData }),
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
  answer(): Promise<unknown>
  land(model: Model): void
}

/** The store under test and the model beside it, driven by the same steps. */
class Twins {
  readonly model = new Model()
  readonly world = createStore()
  readonly #sent: Sent[] = []
  #turn: Turn = 0
  #lastMutation: Turn = 0
  #answer: Promise<unknown> = Promise.resolve()

  // The response of each request lands when the test resolves it.
  readonly #ask = () => this.#answer
  readonly endpoints = {
    user: new Endpoint((_id: string) => this.#ask(), { name: 'user', schema: User }),
    post: new Endpoint((_id: string) => this.#ask(), { name: 'post', schema: Post }),
    users: new Endpoint(() => this.#ask(), { name: 'users', schema: new Collection([User]) }),
    posts: new Endpoint(() => this.#ask(), { name: 'posts', schema: new Collection([Post]) }),
    create: new Endpoint(() => this.#ask(), {
      name: 'create',
      schema: new Collection([User]).push,
      sideEffect: true,
    }),
    delete: new Endpoint(() => this.#ask(), {
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
          [step.answer.id],
          `user ${step.answer.id}`,
          step.answer,
          (model) => model.writeUser(step.answer),
        )
      case 'get post':
        return this.#send(
          this.endpoints.post,
          [step.answer.id],
          `post ${step.answer.id}`,
          step.answer,
          (model) => model.writePost(step.answer),
        )
      case 'list users':
        return this.#send(this.endpoints.users, [], 'users', step.answer, (model, { started }) => {
          for (const user of step.answer) model.writeUser(user)
          model.writeList(
            started,
            'users',
            step.answer.map((user) => user.id),
          )
        })
      case 'list posts':
        return this.#send(this.endpoints.posts, [], 'posts', step.answer, (model, { started }) => {
          for (const post of step.answer) model.writePost(post)
          model.writeList(
            started,
            'posts',
            step.answer.map((post) => post.id),
          )
        })
      case 'create user':
        return this.#send(this.endpoints.create, [], undefined, step.answer, (model, { landed }) =>
          model.addUser(landed, step.answer),
        )
      case 'delete user':
        return this.#send(this.endpoints.delete, [], undefined, step.answer, (model, landing) =>
          model.deleteUser(landing, step.answer.id),
        )
      case 'set user': {
        const turn = ++this.#turn
        this.world.controller.set(User, { id: step.answer.id }, step.answer)
        return this.model.land({ started: turn, landed: turn, kind: 'set' }, () =>
          this.model.writeUser(step.answer),
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
    answer: unknown,
    land: (model: Model, landing: Landing) => void,
  ): void {
    if (key !== undefined && this.#isUnderWay(key)) return
    const gate = deferred<unknown>()
    this.#answer = gate.promise
    const turn = ++this.#turn
    const promise = this.world.store.dispatch(
      this.world.rest.fetch(endpoint as EndpointContract, ...args),
    )
    this.#sent.push({
      key,
      turn,
      answer: async () => {
        gate.resolve(structuredClone(answer))
        await promise
      },
      land: (model) => {
        if (turn <= model.lastReset) return
        const kind = endpoint.sideEffect === true ? 'mutation' : 'read'
        const landing: Landing = { started: turn, landed: ++this.#turn, kind }
        if (kind === 'mutation') this.#lastMutation = landing.landed
        model.land(landing, () => land(model, landing))
        if (key !== undefined) model.answer(turn, key)
      },
    })
  }

  /** A read in flight is joined, unless it started before what it reads was invalidated, before a reset, or a mutation. */
  #isUnderWay(key: string): boolean {
    const answer = this.model.answers.get(key)
    const since = Math.max(answer?.invalidated ?? 0, this.model.lastReset, this.#lastMutation)
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
    await sent?.answer()
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
