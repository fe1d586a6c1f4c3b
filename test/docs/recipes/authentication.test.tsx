import { beforeEach, describe, expect, it } from 'vitest'
import { answer, API, received } from './api'
import { UserResource } from './authentication/CsrfEndpoint'
import { controller } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
})

describe('a CSRF token', () => {
  it('goes with what changes something, and not with reads', async () => {
    answer(({ method, headers }) => {
      if (method === 'GET') {
        return { json: [], headers: { 'set-cookie': 'csrf=a%2Fb; Path=/; SameSite=Strict' } }
      }
      const isOurs = headers.cookie === 'csrf=a%2Fb' && headers['x-csrf-token'] === 'a/b'
      return isOurs ? { json: { id: '1', name: 'Ada' } } : { status: 403 }
    })
    await expect(controller.fetch(UserResource.create, { name: 'Ada' })).rejects.toMatchObject({
      status: 403,
    })
    await controller.fetch(UserResource.getList)
    await controller.fetch(UserResource.create, { name: 'Ada' })
    await controller.fetch(UserResource.update, { id: '1' }, { name: 'Ada' })
    await controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada' })
    await controller.fetch(UserResource.delete, { id: '1' })
    expect(received.map(({ method, headers }) => [method, headers['x-csrf-token']])).toEqual([
      ['POST', ''],
      ['GET', undefined],
      ['POST', 'a/b'],
      ['PUT', 'a/b'],
      ['PATCH', 'a/b'],
      ['DELETE', 'a/b'],
    ])
  })
})
