import { describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const ada = { id: '1', name: 'Ada' }

/** Two reads of one key in flight: a mutation landed between them, so the second one did not join the first. */
async function twoReads(wasRead: boolean) {
  const world = createStore()
  const { store, rest, controller } = world
  const { endpoint, calls } = holdRead('getUser', { schema: User })
  const save = holdMutation('save')
  if (wasRead) controller.setResponse(endpoint, { id: '1', name: 'before' })
  const older = store.dispatch(rest.fetch(endpoint))
  const saved = store.dispatch(rest.fetch(save.endpoint))
  await turns()
  save.calls[0]?.resolve({})
  await saved
  const newer = store.dispatch(rest.fetch(endpoint))
  await turns()
  expect(calls).toHaveLength(2)
  const request = () => rest.selectors.selectRequest(store.getState(), endpoint)
  const data = () => controller.getResponse(endpoint).data as User | undefined
  return { ...world, endpoint, calls, older, newer, request, data }
}

describe.each([
  ['the first load', false],
  ['a refetch', true],
])('when the newer one of two reads is aborted during %s, the older one', (_, wasRead) => {
  it('keeps isFetching true until it lands', async () => {
    const { calls, older, newer, request, data } = await twoReads(wasRead)
    newer.abort()
    await turns()
    expect(request()).toMatchObject({ isFetching: true, isLoading: !wasRead })
    calls[0]?.resolve(ada)
    await older
    expect(request()).toMatchObject({ isFetching: false, isSuccess: true })
    expect(data()?.name).toBe('Ada')
  })

  it('is shared by a new reader', async () => {
    const { store, rest, endpoint, calls, newer } = await twoReads(false)
    newer.abort()
    await turns()
    const { release } = store.dispatch(rest.retain(endpoint))
    await turns()
    expect(calls).toHaveLength(2)
    release()
  })

  it('is discarded after invalidateAll', async () => {
    const { controller, endpoint, calls, older, newer, data } = await twoReads(wasRead)
    newer.abort()
    await turns()
    controller.invalidateAll(endpoint)
    calls[0]?.resolve(ada)
    await older
    expect(data()).toBeUndefined()
  })
})

describe('when the newer one of two reads has landed, the older one', () => {
  it('is not shared by a new reader, as its response would be discarded', async () => {
    const { store, rest, endpoint, calls, controller, newer } = await twoReads(false)
    calls[1]?.resolve(ada)
    await newer
    controller.expireAll(endpoint)
    const { release } = store.dispatch(rest.retain(endpoint))
    await turns()
    expect(calls).toHaveLength(3)
    release()
  })
})
