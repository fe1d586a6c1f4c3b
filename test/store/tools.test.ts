import { devToolsOptions, Entity, getRow, resource, type RunContext } from 'rtk-rest'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { API } from '../support/server'
import { createStore, User, UserResource } from '../support/world'

const users = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `u${at}`, name: `User ${at}` }))

describe('rest.batch', () => {
  it('notifies readers once of several writes', () => {
    let built = 0
    class Counted extends Entity {
      id = ''
      name = ''
      static override key = 'Counted'
      constructor() {
        super()
        built += 1
      }
    }
    const { getList } = resource({ path: '/counted/:id', urlPrefix: API, schema: Counted })
    const { store, rest, controller } = createStore()
    controller.setResponse(getList, users(3))
    const held = store.dispatch(rest.retain(getList))
    const rename = (name: string) => controller.set(Counted, { id: 'u0' }, { id: 'u0', name })
    built = 0
    rename('one')
    rename('two')
    expect(built).toBe(2)
    const result = store.dispatch(
      rest.batch(() => {
        rename('three')
        rename('four')
        return 'done'
      }),
    )
    expect(result).toBe('done')
    expect(built).toBe(3)
    expect(controller.get(Counted, { id: 'u0' })?.name).toBe('four')
    held.release()
  })

  it('notifies readers even if it throws', () => {
    const { store, rest, controller } = createStore()
    const fail = () => {
      controller.set(User, { id: 'u0' }, { id: 'u0', name: 'Ada' })
      throw new Error('half way')
    }
    expect(() => store.dispatch(rest.batch(fail))).toThrow('half way')
    expect(controller.get(User, { id: 'u0' })?.name).toBe('Ada')
  })
})

describe('rest.devToolsOptions', () => {
  it('gives a sanitizer that flattens large tables, and does not change other slices', () => {
    const { store, rest, controller } = createStore()
    controller.setResponse(UserResource.getList, users(2_000))
    const { stateSanitizer } = devToolsOptions(rest, { maxRows: Infinity })
    const state = { ...store.getState(), other: { mine: 1 } }
    const shown = stateSanitizer(state, 0)
    expect(shown.other).toBe(state.other)
    expect(Array.isArray(shown.rest.entities['User'])).toBe(false)
    expect(Object.keys(shown.rest.entities['User'] as object)).toHaveLength(2_000)
    expect((shown.rest.entities['User'] as Record<string, unknown>)['u1999']).toBe(
      getRow(state.rest.entities['User'], 'u1999'),
    )
    expect(stateSanitizer({ other: 1 }, 0)).toEqual({ other: 1 })
  })
})

describe('rest.withTypes', () => {
  it('types the context of requests', () => {
    const { rest } = createStore()
    const typed = rest.withTypes<{ state: { session: { token: string } }; extra: { api: 5 } }>()
    const context: RunContext = { getState: () => ({ session: { token: 't' } }) }
    const { getState, extra } = typed.contextOf(context)
    expectTypeOf(getState).toEqualTypeOf<(() => { session: { token: string } }) | undefined>()
    expectTypeOf(extra).toEqualTypeOf<{ api: 5 } | undefined>()
    expect(getState?.().session.token).toBe('t')
    expect(typed.fetch).toBe(rest.fetch)
  })
})
