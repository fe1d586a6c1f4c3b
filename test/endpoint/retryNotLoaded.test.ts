// @vitest-environment node
import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { createStore } from '../support/world'
import { sendJson, startServer } from './startServer'

// As where a chunk of the build is not served, or `import()` is not supported.
vi.mock('p-retry', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const server = startServer()
const getUsers = (retry: RestEndpoint['retry'] = 3) =>
  new RestEndpoint({ path: '/users', urlPrefix: server.url, retry })

describe('where the code for `retry` cannot be loaded,', () => {
  it('a failure that would be tried again says so, with both causes', async () => {
    server.answer((_, response) => sendJson(response, {}, 503))
    const error = await getUsers()().catch((thrown: unknown) => thrown as Error)
    expect(error).toMatchObject({ status: 503 })
    expect((error as Error).message).toMatch(
      /^NetworkError: .*\/users: Service Unavailable, and the code for `retry` could not be loaded to try again \(.+\)/,
    )
    expect((error as Error).cause).toBeInstanceOf(Error)
    expect(server.requests).toHaveLength(1)
  })

  it('readers of a store see it', async () => {
    server.answer((request) => request.socket.destroy())
    const { controller } = createStore()
    await expect(controller.fetch(getUsers())).rejects.toMatchObject({ status: 500 })
    expect(controller.getError(getUsers())?.message).toMatch(/`retry` could not be loaded/)
  })

  it('a failure that is final is that failure', async () => {
    server.answer((_, response) => sendJson(response, {}, 404))
    await expect(getUsers()()).rejects.toThrow(/\/users: Not Found$/)
    const shouldRetry = vi.fn(() => false)
    server.answer((_, response) => sendJson(response, {}, 503))
    await expect(getUsers({ shouldRetry })()).rejects.toThrow(/Service Unavailable$/)
    expect(shouldRetry).toHaveBeenCalledOnce()
  })

  it('what needs no second try is not disturbed', async () => {
    server.answer((_, response) => sendJson(response, 'here'))
    expect(await getUsers()()).toBe('here')
  })
})
