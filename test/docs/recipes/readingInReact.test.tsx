import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary } from 'rtk-rest/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { API, received, respond } from './api'
import { TaskResource, Tasks } from './reading/Tasks'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.resetEntireStore()
})

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
    </Provider>
  )
}

const sent = () => received.map(({ method, path }) => `${method} ${path}`)

describe('the recipe for summaries and details', () => {
  it('shows what the list had, and fetches the rest once', async () => {
    respond(({ path }) => ({
      json:
        path === '/tasks'
          ? [{ id: '1', title: 'Write' }]
          : { id: '1', title: 'Write', text: 'With examples.' },
    }))
    render(<Tasks />, { wrapper })
    fireEvent.click(await screen.findByRole('button', { name: 'Write' }))
    expect(screen.getByRole('heading').textContent).toBe('Write')
    expect(screen.getByText('Loading the text …')).toBeTruthy()
    expect(await screen.findByText('With examples.')).toBeTruthy()
    await act(() => controller.fetch(TaskResource.getList))
    expect(screen.getByText('With examples.')).toBeTruthy()
    expect(sent()).toEqual(['GET /tasks', 'GET /tasks/1', 'GET /tasks'])
  })
})
