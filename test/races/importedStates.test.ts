import { Endpoint } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createReplaceableStore } from '../support/replaceableStore'
import { User } from '../support/world'

type World = ReturnType<typeof createReplaceableStore>

const today = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

let now = today

beforeEach(() => {
  now = today
  // A machine that is slow: it is later whenever somebody looks at the clock.
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1))
})

const getUser = new Endpoint(async ({ id }: { id: string }) => ({ id, name: 'server' }), {
  name: 'getUser',
  schema: User,
})

/** A state as a machine saved it whose clock is a day ahead. */
function savedState() {
  const { store, controller } = createReplaceableStore()
  now = today + DAY
  controller.setResponse(getUser, { id: '1' }, { id: '1', name: 'imported' })
  now = today
  return JSON.parse(JSON.stringify(store.getState())) as ReturnType<typeof store.getState>
}

function importInto({ replace }: World): void {
  replace(savedState())
}

const nameIn = ({ controller }: World) => controller.getResponse(getUser, { id: '1' })?.name

describe('the first thing after the import of a state', () => {
  it('counts as later than all of it where it is a set', () => {
    const world = createReplaceableStore()
    importInto(world)
    world.controller.set(User, { id: '1' }, { id: '1', name: 'by hand' })
    expect(nameIn(world)).toBe('by hand')
  })

  it('counts as later than all of it where it is a response by hand', () => {
    const world = createReplaceableStore()
    importInto(world)
    world.controller.setResponse(getUser, { id: '1' }, { id: '1', name: 'by hand' })
    expect(nameIn(world)).toBe('by hand')
  })

  it('counts as later than all of it where it is an error by hand', () => {
    const world = createReplaceableStore()
    importInto(world)
    world.controller.setError(getUser, { id: '1' }, new Error('by hand'))
    expect(world.controller.getError(getUser, { id: '1' })?.message).toBe('by hand')
  })

  it('counts as later than all of it where it is a request', async () => {
    const world = createReplaceableStore()
    importInto(world)
    expect(await world.controller.fetch(getUser, { id: '1' })).toMatchObject({ name: 'server' })
    expect(nameIn(world)).toBe('server')
  })

  it.each(['invalidate', 'invalidateAll', 'reset'] as const)(
    'counts as later than all of it where it is %s',
    (kind) => {
      const world = createReplaceableStore()
      const { controller } = world
      importInto(world)
      if (kind === 'invalidate') controller.invalidate(getUser, { id: '1' })
      else if (kind === 'invalidateAll') controller.invalidateAll(getUser)
      else controller.resetEntireStore()
      expect(nameIn(world)).toBeUndefined()
    },
  )

  it('counts as later than all of it where it is expireAll', async () => {
    const world = createReplaceableStore()
    const { controller } = world
    importInto(world)
    controller.expireAll(getUser)
    expect(await controller.fetchIfStale(getUser, { id: '1' })).toMatchObject({ name: 'server' })
  })
})
