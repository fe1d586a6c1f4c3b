import { Collection, Endpoint } from 'rtk-rest'
import { beforeEach, describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

/** How often the library asked whether a list is concerned: times differ from machine to machine, counts do not. */
const work = { filters: 0 }

const users = new Collection([User], {
  filters: (_user) => {
    work.filters += 1
    return true
  },
})
const pushed = Array.from({ length: 300 }, (_, index) => `pushed ${index}`)
const idsOf = (list: unknown) => (list as readonly User[]).map(({ id }) => id)

const push = new Endpoint(async (_args: object, body: { readonly id: string }) => body, {
  name: 'push',
  schema: users.push,
  sideEffect: true,
})
const remove = new Endpoint(async (_args: object, body: { readonly id: string }) => body, {
  name: 'remove',
  schema: users.remove,
  sideEffect: true,
})

/** A store whose list has two members and is read again by a request that hangs. */
async function hanging() {
  const world = createStore()
  const { endpoint, calls } = holdRead('getUsers', { schema: users })
  const first = world.controller.fetch(endpoint)
  await turns()
  calls[0]?.resolve([{ id: '1' }, { id: '2' }])
  await first
  const second = world.controller.fetch(endpoint)
  await turns()
  const list = () => idsOf(world.controller.getResponse(endpoint).data)
  return { ...world, endpoint, calls, second, list }
}

describe('hundreds of pushes during a slow read', () => {
  it('are in the list in order, before and after the read lands', async () => {
    const { controller, calls, second, list } = await hanging()
    for (const id of pushed) await controller.fetch(push, {}, { id })
    expect(list()).toEqual(['1', '2', ...pushed])
    calls[1]?.resolve([{ id: '1' }, { id: '2' }])
    expect(idsOf(await second)).toEqual(['1', '2', ...pushed])
    expect(list()).toEqual(['1', '2', ...pushed])
  })

  it('are in the list once if the response contains some of them', async () => {
    const { controller, calls, second, list } = await hanging()
    for (const id of pushed) await controller.fetch(push, {}, { id })
    calls[1]?.resolve([{ id: '1' }, { id: '2' }, ...pushed.slice(0, 100).map((id) => ({ id }))])
    await second
    expect(list()).toEqual(['1', '2', ...pushed])
  })

  it('are absent from the list if they are removed again', async () => {
    const { controller, calls, second, list } = await hanging()
    for (const id of pushed) await controller.fetch(push, {}, { id })
    const removed = pushed.filter((_, index) => index % 2 === 0)
    for (const id of removed) await controller.fetch(remove, {}, { id })
    calls[1]?.resolve([{ id: '1' }, { id: '2' }, ...pushed.map((id) => ({ id }))])
    await second
    expect(list()).toEqual(['1', '2', ...pushed.filter((_, index) => index % 2 === 1)])
  })

  it('are absent from the list after a later read without them', async () => {
    const { controller, endpoint, calls, second, list } = await hanging()
    for (const id of pushed) await controller.fetch(push, {}, { id })
    calls[1]?.resolve([{ id: '1' }, { id: '2' }])
    await second
    const third = controller.fetch(endpoint)
    await turns()
    calls[2]?.resolve([{ id: '1' }])
    await third
    expect(list()).toEqual(['1'])
  })
})

describe('the time of many mutations grows linearly', () => {
  const FEW = 100
  const bodies = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `new ${at}` }))

  beforeEach(reset)

  /** Twice as many mutations ask twice as often. */
  async function expectLinear(run: (count: number) => Promise<unknown>) {
    const few = await workOf(() => run(FEW))
    const many = await workOf(() => run(2 * FEW))
    expect(many.filters).toBeLessThanOrEqual(2.5 * few.filters)
  }

  it('if they land one by one during a slow read', async () => {
    await expectLinear(async (count) => {
      const { controller, list } = await hanging()
      for (const body of bodies(count)) await controller.fetch(push, {}, body)
      expect(list()).toHaveLength(count + 2)
    })
  })

  it('if all are in flight at once', async () => {
    await expectLinear(async (count) => {
      const { controller, list } = await hanging()
      await allAtOnce(controller, users.push, bodies(count))
      expect(list()).toHaveLength(count + 2)
    })
  })

  it('if members are added and removed at once', async () => {
    await expectLinear(async (count) => {
      const { controller, list } = await hanging()
      const putIn = allAtOnce(controller, users.push, bodies(count))
      await Promise.all([putIn, allAtOnce(controller, users.remove, bodies(count))])
      expect(list()).toEqual(['1', '2'])
    })
  })

  it('if rows are updated at once', async () => {
    await expectLinear(async (count) => {
      const { controller, list } = await hanging()
      await allAtOnce(controller, User, bodies(count))
      expect(list()).toHaveLength(count + 2)
    })
  })
})

type Controller = ReturnType<typeof createStore>['controller']

/** Sends mutations, and responds in order when all are in flight. */
async function allAtOnce(
  controller: Controller,
  schema: unknown,
  bodies: readonly { readonly id: string }[],
) {
  const { endpoint, calls } = holdMutation('mutate', { schema })
  const all = Promise.all(bodies.map((body) => controller.fetch(endpoint, { id: body.id }, body)))
  await turns()
  bodies.forEach((body, at) => calls[at]?.resolve(body))
  await all
}

async function workOf(run: () => Promise<unknown>) {
  reset()
  await run()
  return { ...work }
}

function reset() {
  work.filters = 0
}
