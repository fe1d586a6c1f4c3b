import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { optimistic } from 'rtk-rest/optimistic'
import { AsyncBoundary, useMutation, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { deferred, User, UserResource } from '../support/world'
import { panelElement, panelOnPage, renderPanel } from './support/renderPanel'

const rename = UserResource.partialUpdate.extend({
  body: {} as { name: string },
  getOptimisticResponse: [optimistic, (_snap, { id }, { name }) => ({ id: String(id), name })],
})

function Detail() {
  const [run] = useMutation(rename)
  const { name } = useSuspense(UserResource.get, { id: '1' })
  return (
    <>
      <h1>{name}</h1>
      <button onClick={() => void run({ id: '1' }, { name: 'Countess' })}>Rename</button>
    </>
  )
}

const App = () => (
  <AsyncBoundary fallback={<p>loading</p>}>
    <Detail />
  </AsyncBoundary>
)

/** A page that shows Bea, who was Ada before; with the requests that reach the server. */
async function openRenamed() {
  const requests: string[] = []
  server.use(
    http.get(`${API}/users/1`, () => {
      requests.push('GET')
      return HttpResponse.json({ id: '1', name: 'Ada' })
    }),
    http.patch(`${API}/users/1`, async ({ request }) => {
      requests.push('PATCH')
      return HttpResponse.json({ id: '1', ...((await request.json()) as object) })
    }),
  )
  const world = await renderPanel(<App />)
  await screen.findByRole('heading', { name: 'Ada' })
  const { store, rest } = world
  act(() => void store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Bea' })))
  await screen.findByRole('heading', { name: 'Bea' })
  return { ...world, requests }
}

/** Shows the page before or after the newest action of a type. */
async function show(when: 'before' | 'after', type: string): Promise<void> {
  const name = `Show the page ${when} ${type}`
  const heads = panelElement().querySelectorAll('.wh-group__head[aria-expanded="false"]')
  for (const head of heads) fireEvent.click(head)
  const buttons = await panelOnPage().findAllByRole('button', { name })
  fireEvent.click(buttons.at(-1) as HTMLElement)
}

const goBack = async () =>
  fireEvent.click(await panelOnPage().findByRole('button', { name: 'Back to now' }))

describe('time travel', () => {
  it('shows the state before an action, the one after it, and the present again', async () => {
    const { store, requests } = await openRenamed()
    const present = store.getState()
    await show('before', 'rest/User/set')
    await screen.findByRole('heading', { name: 'Ada' })
    await panelOnPage().findByText(/The page shows the state before rest\/User\/set/)
    await panelOnPage().findByText('Jump: before rest/User/set')
    await show('after', 'rest/User/set')
    await screen.findByRole('heading', { name: 'Bea' })
    await show('before', 'rest/User.get/fulfilled')
    await screen.findByText('loading')
    await goBack()
    await screen.findByRole('heading', { name: 'Bea' })
    expect(store.getState()).toEqual(present)
    expect(requests).toEqual(['GET'])
    await waitFor(() =>
      expect(panelOnPage().queryByRole('button', { name: 'Back to now' })).toBe(null),
    )
  })

  it('leaves the focus in the panel, at its heading, when the present is shown again', async () => {
    await openRenamed()
    await show('before', 'rest/User/set')
    const back = await panelOnPage().findByRole('button', { name: 'Back to now' })
    back.focus()
    fireEvent.click(back)
    await waitFor(() => expect(back.isConnected).toBe(false))
    const { activeElement } = panelElement().getRootNode() as ShadowRoot
    expect(activeElement?.textContent).toBe('What happens')
  })

  it('has requests of the user wait for the present', async () => {
    const { requests } = await openRenamed()
    await show('before', 'rest/User/set')
    await screen.findByRole('heading', { name: 'Ada' })
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await screen.findByRole('heading', { name: 'Countess' })
    expect(requests).toEqual(['GET'])
    await goBack()
    await waitFor(() => expect(requests).toEqual(['GET', 'PATCH']))
    await screen.findByRole('heading', { name: 'Countess' })
  })

  it('has a response that comes meanwhile land in the present', async () => {
    const { store, rest } = await openRenamed()
    const [arrived, response] = [deferred(), deferred()]
    server.use(
      http.get(`${API}/users/1`, async () => {
        arrived.resolve()
        await response.promise
        return HttpResponse.json({ id: '1', name: 'Cleo' })
      }),
    )
    const fetched = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    await arrived.promise
    await show('before', 'rest/User/set')
    await screen.findByRole('heading', { name: 'Ada' })
    response.resolve()
    await act(() => turns(20))
    expect(screen.getByRole('heading').textContent).toBe('Ada')
    await goBack()
    await act(() => fetched)
    await screen.findByRole('heading', { name: 'Cleo' })
  })

  it('has what is written meanwhile in the present too', async () => {
    const { store, rest } = await openRenamed()
    await show('before', 'rest/User/set')
    await screen.findByRole('heading', { name: 'Ada' })
    act(() => void store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Dora' })))
    await goBack()
    expect(await screen.findByRole('heading', { name: 'Dora' })).toBeTruthy()
  })

  it('has a reader that comes meanwhile wait for the present', async () => {
    const { store, rest, requests } = await openRenamed()
    server.use(
      http.get(`${API}/users/2`, () => {
        requests.push('GET 2')
        return HttpResponse.json({ id: '2', name: 'Eve' })
      }),
    )
    await show('before', 'rest/User/set')
    await screen.findByRole('heading', { name: 'Ada' })
    const reader = store.dispatch(rest.retain(UserResource.get, { id: '2' }))
    await act(() => turns(20))
    expect(requests).toEqual(['GET'])
    await goBack()
    await waitFor(() => expect(requests).toEqual(['GET', 'GET 2']))
    reader.release()
  })

  it('ends when the panel goes', async () => {
    const { panel, requests } = await openRenamed()
    await show('before', 'rest/User/set')
    await screen.findByRole('heading', { name: 'Ada' })
    panel.unmount()
    await screen.findByRole('heading', { name: 'Bea' })
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(requests).toEqual(['GET', 'PATCH']))
  })
})
