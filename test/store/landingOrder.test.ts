import * as fc from 'fast-check'
import { Collection, Endpoint, Invalidate } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { landIn, landings, plain, send, type Sent, type World } from '../support/landing'
import { runs } from '../support/runs'
import { createStore, Post, User } from '../support/world'

const ids = ['1', '2', '__proto__']
const id = fc.constantFrom(...ids)
const name = fc.constantFrom('a', 'b', 'c')
// Every response has all fields of its entities.
const user = fc.record({ id, name }, { noNullPrototype: true })
const post = fc.record(
  { id, title: name, author: user, reviewer: fc.option(user) },
  { noNullPrototype: true },
)
const kind = fc.constantFrom('a', 'b')
const step = fc.oneof(
  fc.record({ do: fc.constant('user' as const), response: user }),
  fc.record({ do: fc.constant('post' as const), response: post }),
  fc.record({
    do: fc.constant('users' as const),
    kind,
    response: fc.array(user, { maxLength: 4 }),
  }),
  fc.record({
    do: fc.constant('posts' as const),
    kind,
    response: fc.array(post, { maxLength: 3 }),
  }),
  fc.record({ do: fc.constantFrom('delete user' as const, 'delete post' as const), response: id }),
)

type Step = typeof step extends fc.Arbitrary<infer It> ? It : never

interface Args {
  readonly kind: string
}

const users = new Collection([User], { argsKey: (args: Args) => ({ kind: args.kind }) })
const posts = new Collection([Post], { argsKey: (args: Args) => ({ kind: args.kind }) })
const schemas = {
  user: User,
  post: Post,
  users,
  posts,
  'delete user': new Invalidate(User),
  'delete post': new Invalidate(Post),
}

function start(world: World, step: Step, at: number): Sent {
  const sideEffect = step.do.startsWith('delete')
  // The number makes each call one of its own, which joins no other.
  const args = 'kind' in step ? { kind: step.kind, at } : { at }
  const make = (fetchFn: (args: object) => Promise<unknown>) =>
    new Endpoint(fetchFn, { name: step.do, schema: schemas[step.do], sideEffect })
  return send(world, make as never, [args], step.response)
}

function readAll({ controller }: World): unknown {
  return plain({
    users: ['a', 'b'].map((it) => controller.get(users, { kind: it }) ?? null),
    posts: ['a', 'b'].map((it) => controller.get(posts, { kind: it }) ?? null),
    user: ids.map((it) => controller.get(User, { id: it }) ?? null),
    post: ids.map((it) => controller.get(Post, { id: it }) ?? null),
  })
}

describe('responses that land in random order', () => {
  it(
    `give the same state as in the order of their requests (${runs(300)} runs)`,
    {
      timeout: 600_000,
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(landings(step), async ({ steps, order }) => {
          const inOrder = createStore()
          await landIn(inOrder, steps, [...steps.keys()], start)
          const mixed = createStore()
          await landIn(mixed, steps, order, start)
          expect(readAll(mixed)).toEqual(readAll(inOrder))
        }),
        { numRuns: runs(300) },
      )
    },
  )
})
