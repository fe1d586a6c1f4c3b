import { configureStore } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { createRest, Endpoint, NetworkError, type RestState } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore, UserResource } from '../support/world'

const data = { errors: { name: 'is taken' } }
const { get, update } = UserResource

function refuse(body: unknown = data): void {
  server.use(http.all(`${API}/users/1`, () => HttpResponse.json(body as object, { status: 422 })))
}

/** An endpoint that fails with an error of its own. */
function failing(error: object) {
  const fail = async () => {
    throw Object.assign(new Error('mine'), error)
  }
  return new Endpoint(fail, { name: 'failing' })
}

describe('the data of an error', () => {
  it('is in the errors of `unwrap` and of the controller', async () => {
    refuse()
    const { store, rest, controller } = createStore()
    const request = store.dispatch(rest.fetch(update, { id: '1' }, {}))
    await expect(request.unwrap()).rejects.toMatchObject({ status: 422, data })
    await expect(controller.fetch(get, { id: '1' })).rejects.toMatchObject({ status: 422, data })
  })

  it('is in the rejected action, in the state and in the errors of readers', async () => {
    refuse()
    const { store, rest, actions, controller } = createStore()
    await store.dispatch(rest.fetch(get, { id: '1' }))
    const error = {
      name: 'NetworkError',
      message: 'Unprocessable Entity (422)',
      url: `${API}/users/1`,
    }
    const stored = { ...error, status: 422, data }
    expect(actions.at(-1)).toMatchObject({ error: stored })
    const [row] = Object.values(store.getState().rest.requests) as { error: unknown }[]
    expect(row?.error).toEqual(stored)
    const shown = controller.getError(get, { id: '1' })
    expect(shown).toBeInstanceOf(NetworkError)
    expect(shown).toMatchObject({ ...error, data })
    expect(rest.selectors.selectRequest(store.getState(), get, { id: '1' }).error).toBe(shown)
    expect(JSON.stringify(shown)).not.toContain('is taken')
  })

  it('is in no part of state and actions for a sensitive call', async () => {
    refuse()
    const { store, rest, actions } = createStore()
    const request = store.dispatch(rest.fetch(update.extend({ sensitive: true }), { id: '1' }, {}))
    const error = await request.unwrap().catch((thrown: unknown) => thrown as NetworkError)
    expect(error).toMatchObject({ data: { errors: { name: 'is taken' } } })
    expect(JSON.stringify([store.getState(), actions])).not.toContain('is taken')
  })

  it('is a copy, which changes of the caller do not reach', async () => {
    refuse()
    const { store, rest, controller } = createStore()
    const error = (await store
      .dispatch(rest.fetch(get, { id: '1' }))
      .unwrap()
      .catch((thrown: unknown) => thrown)) as { data: typeof data }
    error.data.errors.name = 'changed'
    expect(controller.getError(get, { id: '1' })).toMatchObject({ data })
  })

  it.each([
    ['looks like a binary', { $binary: { kind: 'Blob', size: 1, type: '' } }],
    ['has the name of the prototype', JSON.parse('{"__proto__":{"admin":true}}') as object],
    ['is null', null],
    ['is a text', 'no'],
  ])('is read as the server sent it if it %s', async (_, body) => {
    refuse(body)
    const { store, rest, controller } = createStore()
    await store.dispatch(rest.fetch(get, { id: '1' }))
    const shown = controller.getError(get, { id: '1' }) as NetworkError
    expect(JSON.stringify(shown.data)).toBe(JSON.stringify(body))
    expect({}).not.toHaveProperty('admin')
  })

  it('is the same after the state was persisted', async () => {
    refuse()
    const before = createStore()
    await before.store.dispatch(before.rest.fetch(get, { id: '1' }))
    const rest = createRest()
    const kept = JSON.parse(JSON.stringify(before.store.getState())) as { rest: RestState }
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (defaults) => defaults().concat(rest.middleware),
      preloadedState: kept,
    })
    expect(rest.getController(store).getError(get, { id: '1' })).toMatchObject({ data })
  })
})

describe('the data of an error of another endpoint', () => {
  it.each([
    ['a function in it', { run: () => 1, code: 5 }, { code: 5 }],
    ['a Map', new Map([[1, 2]]), {}],
    ['a Blob', { file: new Blob(['x']) }, { file: {} }],
    ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ])('is in the state as JSON has it: %s', async (_, data, stored) => {
    const { store, rest } = createStore()
    const action = await store.dispatch(rest.fetch(failing({ data })))
    expect((action as unknown as { error: object }).error).toEqual(
      expect.objectContaining({ message: 'mine', data: stored }),
    )
  })

  it('is in the state if it is plain', async () => {
    const { store, rest, controller } = createStore()
    const endpoint = failing({ data: { code: 5, at: undefined } })
    const action = await store.dispatch(rest.fetch(endpoint))
    expect(action).toMatchObject({ error: { name: 'Error', message: 'mine', data: { code: 5 } } })
    expect(controller.getError(endpoint)).toMatchObject({ data: { code: 5 } })
  })

  const circle: unknown[] = []
  circle.push(circle)

  it.each([
    ['a function', () => 1],
    ['a bigint', 1n],
    ['circular', circle],
    ['too long', 'x'.repeat(16_400)],
    ['undefined', undefined],
  ])('is not in the state if it is %s', async (_, wrong) => {
    const { store, rest } = createStore()
    const action = await store.dispatch(rest.fetch(failing({ data: wrong })))
    expect(action).toMatchObject({ error: { message: 'mine' } })
    expect((action as unknown as { error: object }).error).not.toHaveProperty('data')
  })
})
