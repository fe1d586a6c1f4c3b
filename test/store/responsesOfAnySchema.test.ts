import * as fc from 'fast-check'
import { Endpoint, rows } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { Comparison } from '../support/compareData'
import { Universe } from '../support/randomData'
import { Random, randomness } from '../support/Random'
import { drawKinds, drawRoot, hostileKeys, type Kind } from '../support/randomSchemas'
import { runs } from '../support/runs'
import { createStore, deferred } from '../support/world'

type World = ReturnType<typeof createStore>

/** A read of a response, which lands when the test resolves it. */
function drawRead(random: Random, kinds: readonly Kind[], pks: readonly string[], at: number) {
  const universe = new Universe(random, kinds, pks)
  const root = drawRoot(random, kinds, `response ${at}`)
  const value = universe.value(root, true)
  const response = universe.write(root, value)
  let gate = deferred<unknown>()
  const fetchFn = async () => gate.promise

  const endpoint = new Endpoint(fetchFn, { name: `response ${at}`, schema: root.schema })
  const start = ({ store, rest }: World) => {
    gate = deferred<unknown>()
    const promise = store.dispatch(rest.fetch(endpoint))
    const { resolve } = gate
    return async () => {
      resolve(response)
      expect((await promise).meta.requestStatus).toBe('fulfilled')
    }
  }
  const check = ({ store, rest }: World) =>
    new Comparison(universe).check(
      root,
      rest.selectors.selectData(store.getState(), endpoint),
      value,
    )
  return { endpoint, start, check }
}

/** All rows without their times. */
function dataOf({ store }: World): unknown {
  const { entities, requests } = store.getState().rest
  const tables = Object.entries(entities).map(([key, table]) => [
    key,
    Object.fromEntries(rows(table).map(([pk, { data, invalid }]) => [pk, { data, invalid }])),
  ])
  const results = rows(requests).map(([key, { status, result }]) => [key, { status, result }])
  return [Object.fromEntries(tables), Object.fromEntries(results)]
}

async function landIn(
  reads: readonly ReturnType<typeof drawRead>[],
  startOrder: readonly number[],
  order: readonly number[],
): Promise<World> {
  const world = createStore()
  const land = new Map(startOrder.map((at) => [at, reads[at]?.start(world)]))
  for (const at of order) await land.get(at)?.()
  return world
}

describe('responses with random schemas', () => {
  it(
    `give the same state in any order if they share no rows (${runs(400)} runs)`,
    {
      timeout: 600_000,
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(randomness, async (seed) => {
          const random = new Random(seed)
          const kinds = drawKinds(random)
          const pks = random.shuffle(hostileKeys)
          const reads = [0, 1, 2].map((at) =>
            drawRead(random, kinds, pks.slice(3 * at, 3 * at + 3), at),
          )
          const inOrder = await landIn(reads, [0, 1, 2], [0, 1, 2])
          const mixed = await landIn(reads, random.shuffle([0, 1, 2]), random.shuffle([0, 1, 2]))
          expect(dataOf(mixed)).toEqual(dataOf(inOrder))
          for (const { check } of reads) for (const world of [inOrder, mixed]) check(world)
        }),
        { numRuns: runs(400) },
      )
    },
  )

  it(
    `give the same objects when they are fetched again unchanged (${runs(400)} runs)`,
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(randomness, async (seed) => {
          const random = new Random(seed)
          const world = createStore()
          const read = drawRead(random, drawKinds(random), hostileKeys, 0)
          const look = () => {
            const state = world.store.getState()
            return { state, data: world.rest.selectors.selectData(state, read.endpoint) }
          }
          await read.start(world)()
          const before = look()
          await read.start(world)()
          const after = look()
          expect(after.data === before.data, 'what is read is the same').toBe(true)
          for (const [key, table] of Object.entries(before.state.rest.entities)) {
            const now = new Map(rows(after.state.rest.entities[key]))
            for (const [pk, { data }] of rows(table)) {
              expect(now.get(pk)?.data === data, `${key} ${pk} is the same`).toBe(true)
            }
          }
          expect(world.actions.at(-1)).toMatchObject({ payload: { entities: {} } })
        }),
        { numRuns: runs(400) },
      )
    },
  )
})
