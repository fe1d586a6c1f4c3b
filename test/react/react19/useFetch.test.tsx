import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { use } from 'react'
import { useFetch } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes, renderApp } from '../../support/renderApp'
import { API, server } from '../../support/server'
import { UserResource } from '../../support/world'

describe.each(modes)('useFetch %s', (_, Mode) => {
  it('returns a promise for use(), and two calls send their requests concurrently', async () => {
    const requests: string[] = []
    server.use(
      http.get(`${API}/users/:id`, ({ params: { id } }) => {
        requests.push(String(id))
        return HttpResponse.json({ id, name: `user ${String(id)}` })
      }),
    )
    function Pair() {
      const one = useFetch(UserResource.get, { id: '1' })
      const other = useFetch(UserResource.get, { id: '2' })
      return (
        <p>
          {use(one).name} and {use(other).name}
        </p>
      )
    }
    await act(async () => renderApp(Mode, <Pair />))
    expect(await screen.findByText('user 1 and user 2')).toBeTruthy()
    expect(requests.toSorted()).toEqual(['1', '2'])
  })

  it('returns a promise that rejects with the error', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({}, { status: 404 })))
    const Detail = () => <p>{use(useFetch(UserResource.get, { id: '1' })).name}</p>
    await act(async () => renderApp(Mode, <Detail />))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Not Found/)
  })
})
