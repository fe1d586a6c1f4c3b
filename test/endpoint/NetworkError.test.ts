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

  it('gives an error message with the URL and the status text, without the query string', async () => {
    expect((await failWith(404, 'Not Found')).message).toBe(`${API}/users: Not Found`)
    expect(new NetworkError(new Response('', { status: 418 })).message).toContain('status 418')
  })

  it('gives an error whose JSON has neither the query string nor the response', async () => {
    const error = await failWith(404, 'Not Found')
    expect(error.toJSON()).toEqual({
      name: 'NetworkError',
      message: `${API}/users: Not Found`,
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
    expect(new NetworkError(undefined).status).toBe(500)
    expect(new NetworkError(undefined).toJSON().url).toBeUndefined()
  })
})

describe('the error policy of a RestEndpoint', () => {
  it('is soft for errors with status 5xx, and undefined for others', () => {
    expect(getUsers.errorPolicy({ status: 500 })).toBe('soft')
    expect(getUsers.errorPolicy({ status: 503 })).toBe('soft')
    expect(getUsers.errorPolicy({ status: 404 })).toBeUndefined()
    expect(getUsers.errorPolicy(new Error('no status'))).toBeUndefined()
    expect(getUsers.errorPolicy('just text')).toBeUndefined()
    expect(getUsers.errorPolicy(undefined)).toBeUndefined()
  })

  it('can be replaced by an option', () => {
    const strict = getUsers.extend({ errorPolicy: () => 'hard' })
    expect(strict.errorPolicy({ status: 500 })).toBe('hard')
  })
})
