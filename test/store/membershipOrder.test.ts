import * as fc from 'fast-check'
import { Collection, Endpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { landIn, landings, plain, send, type Sent, type World } from '../support/landing'
import { runs } from '../support/runs'
import { createStore, User } from '../support/world'

// A server that responds with its current lists, and responses that land in any order: in the end the store has the members
// that the server has. Each member is changed once at most, as the order of two changes in flight is unknown.

type Team = 'a' | 'b'
type Member = { id: string; name: string; team: Team }

const initial: readonly Member[] = ['1', '2', '3', '__proto__', 'constructor', '5'].map(
  (id, at) => ({ id, name: 'n', team: at % 2 === 0 ? 'a' : 'b' }),
)

const team = fc.constantFrom<Team>('a', 'b')
const read = fc.record({ do: fc.constant('read' as const), team })
const add = fc.record({ do: fc.constantFrom('push' as const, 'unshift' as const), team })
const change = fc.record({
  do: fc.constantFrom('remove' as const, 'move' as const),
  at: fc.nat({ max: initial.length - 1 }),
})

type Step = { do: 'read' | 'push' | 'unshift' | 'remove' | 'move'; team?: Team; at?: number }
type Call = { do: Step['do']; team: Team; response: Member | Member[] }

const users = new Collection([User], {
  argsKey: (args: { readonly team: string }) => ({ team: args.team }),
})

/** Names the lists of `users`. */
const getUsers = new Endpoint(async (_: { readonly team: string }) => [], {
  name: 'read',
  schema: users,
})

/** The requests with their responses, in order. */
function serve(steps: readonly Step[]): { calls: Call[]; members: Member[] } {
  let members = [...initial]
  const changed = new Set<string>()
  const calls = steps.map((step, turn): Call => {
    const known = initial[step.at ?? 0] as Member
    const isChange = step.do === 'remove' || step.do === 'move'
    if (step.do === 'read' || (isChange && changed.has(known.id))) {
      const requested = step.team ?? known.team
      return {
        do: 'read',
        team: requested,
        response: members.filter((it) => it.team === requested),
      }
    }
    if (!isChange) {
      const made: Member = { id: `new ${turn}`, name: 'n', team: step.team as Team }
      members = [...members, made]
      return { do: step.do, team: made.team, response: made }
    }
    changed.add(known.id)
    const rest = members.filter((it) => it.id !== known.id)
    const moved: Member = { ...known, team: known.team === 'a' ? 'b' : 'a' }
    members = step.do === 'move' ? [...rest, moved] : rest
    return { do: step.do, team: known.team, response: step.do === 'move' ? moved : known }
  })
  return { calls, members }
}

function start(world: World, { do: kind, team: requested, response }: Call, at: number): Sent {
  const isRead = kind === 'read'
  const schema = isRead ? users : users[kind]
  const make = (fetchFn: (args: object) => Promise<unknown>) =>
    new Endpoint(fetchFn, { name: kind, schema, sideEffect: !isRead })
  // The number makes each call one of its own, which joins no other.
  return send(
    world,
    make as never,
    kind === 'move' ? [{ at }, response] : [{ team: requested, at }],
    response,
  )
}

function idsOf({ controller }: World, requested: Team): unknown {
  return plain(
    controller
      .get(getUsers.schema, { team: requested })
      ?.map(({ id }) => id)
      .toSorted() ?? null,
  )
}

describe('reads and mutations of lists that land in random order', () => {
  it(
    `give lists with the members that the server has (${runs(400)} runs)`,
    { timeout: 600_000 },
    async () => {
      const step = fc.oneof(read, add, change) as fc.Arbitrary<Step>
      await fc.assert(
        fc.asyncProperty(landings(step, 6), async ({ steps, order }) => {
          const { calls, members } = serve(steps)
          const world = createStore()
          for (const requested of ['a', 'b'] as const) {
            world.controller.set(
              getUsers.schema,
              { team: requested },
              initial.filter((it) => it.team === requested),
            )
          }
          await landIn(world, calls, order, start)
          for (const requested of ['a', 'b'] as const) {
            const expected = members.filter((it) => it.team === requested).map(({ id }) => id)
            expect(idsOf(world, requested), requested).toEqual(expected.toSorted())
          }
        }),
        { numRuns: runs(400) },
      )
    },
  )
})
