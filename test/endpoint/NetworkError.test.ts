// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { NetworkError, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'

const getUsers = new RestEndpoint({
  path: '/users',
  urlPrefix: API,
  searchParams: {} as { token: string },
})

async function failWith(status: number, statusText?: string): Promise<NetworkError> {
  const init = { status, ...(statusText === undefined ? {} : { statusText }) }
  server.use(http.get(`${API}/users`, () => HttpResponse.json({ why: 'because' }, init)))
  return (await getUsers({ token: 'secret' }).catch((error: unknown) => error)) as NetworkError
}

describe('a response with an error status', () => {
  it.each([[400], [401], [404], [422], [500], [503]])(
    'rejects with a NetworkError: %i',
    async (status) => {
      const error = await failWith(status)
      expect(error).toBeInstanceOf(NetworkError)
      expect(error).toBeInstanceOf(Error)
      expect(error.name).toBe('NetworkError')
      expect(error.status).toBe(status)
    },
  )

  it('leaves the body of the response readable', async () => {
    const error = await failWith(422)
    expect(await error.response?.json()).toEqual({ why: 'because' })
  })

  it('gives an error whose message is a sentence that an app may show, without the address', async () => {
    expect((await failWith(404, 'Not Found')).message).toBe('Not Found (404)')
    expect(new NetworkError(new Response('', { status: 418 })).message).toBe('Request failed (418)')
  })

  it('gives an error with the address as `url`, without the query string', async () => {
    const error = await failWith(404, 'Not Found')
    expect(error.url).toBe(`${API}/users`)
    // A console shows it.
    expect({ ...error }).toEqual({ name: 'NetworkError', status: 404, url: `${API}/users` })
  })

  it('gives an error whose JSON has neither the query string nor the response', async () => {
    const error = await failWith(404, 'Not Found')
    expect(error.toJSON()).toEqual({
      name: 'NetworkError',
      message: 'Not Found (404)',
      status: 404,
      url: `${API}/users`,
    })
    expect(JSON.stringify(error)).not.toContain('secret')
  })
})

describe('a NetworkError', () => {
  it('can be constructed with a message and a status', () => {
    const error = new NetworkError(new Response('', { status: 200 }), 'not what we wanted', 400)
    expect(error).toMatchObject({ message: 'not what we wanted', status: 400 })
  })

  it('invents no status, and no address', () => {
    expect({ ...new NetworkError(undefined) }).toEqual({ name: 'NetworkError' })
    expect(new NetworkError(undefined).message).toBe('Request failed')
    expect({ ...new NetworkError(new Response('')) }).toEqual({ name: 'NetworkError', status: 200 })
    const details = { code: 'TIMEOUT', url: '/users' }
    const late = new NetworkError(new Response(''), 'too late', undefined, details)
    expect({ ...late }).toEqual({ name: 'NetworkError', ...details })
  })
})
