import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { NetworkError } from 'rtk-rest'
import { AsyncBoundary, type ErrorFallbackProps, useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { UserResource } from '../support/world'

const { get } = UserResource

function refuse(): void {
  server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ why: 'gone' }, { status: 410 })))
}

const reasonOf = (error: Error | undefined) =>
  error instanceof NetworkError && (error.data as { readonly why: string }).why

describe.each(modes)('the data of an error, rendered %s,', (_, Mode) => {
  it('is in the error of useDLE', async () => {
    refuse()
    const View = () => <p>{reasonOf(useDLE(get, { id: '1' }).error)}</p>
    renderApp(Mode, <View />)
    expect(await screen.findByText('gone')).toBeTruthy()
  })

  it('is in the error that useSuspense throws', async () => {
    refuse()
    const View = () => <p>{useSuspense(get, { id: '1' }).name}</p>
    const Failure = ({ error }: ErrorFallbackProps) => <p>{reasonOf(error)}</p>
    renderApp(
      Mode,
      <AsyncBoundary fallback="loading" errorComponent={Failure}>
        <View />
      </AsyncBoundary>,
    )
    expect(await screen.findByText('gone')).toBeTruthy()
  })
})
