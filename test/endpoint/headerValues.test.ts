import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API } from '../support/server'
import { createStore } from '../support/world'

describe('a header value that no header may have', () => {
  const secret = 'Bearer s3cret\nX: 1'
  const options = { urlPrefix: API, path: '/users', name: 'getUsers' } as const

  it.each([
    [
      '`getHeaders`',
      new RestEndpoint({ ...options, getHeaders: () => ({ authorization: secret }) }),
    ],
    [
      '`requestInit`',
      new RestEndpoint({ ...options, requestInit: { headers: { authorization: secret } } }),
    ],
    [
      'a list',
      new RestEndpoint({ ...options, requestInit: { headers: [['authorization', secret]] } }),
    ],
  ])('is in no message and no state: %s', async (_, endpoint) => {
    const { controller, store } = createStore()
    const error: unknown = await controller.fetch(endpoint).catch((it: unknown) => it)
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toMatch(
      /^(The header "authorization"|A header) has .* is not allowed, such as a line break\.$/,
    )
    expect(JSON.stringify([store.getState(), String(error)])).not.toContain('s3cret')
    expect(error).not.toHaveProperty('code', 'NETWORK')
  })

  it('is named by its header, and by none in a list', async () => {
    const endpoint = new RestEndpoint({ ...options, getHeaders: () => ({ authorization: secret }) })
    await expect(endpoint()).rejects.toThrow('The header "authorization" has')
    const listed = endpoint.extend({
      getHeaders: (headers) => headers,
      requestInit: { headers: [['authorization', secret]] },
    })
    await expect(listed()).rejects.toThrow('A header has')
  })
})
