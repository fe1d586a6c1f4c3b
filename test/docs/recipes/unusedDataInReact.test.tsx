import { act, render } from '@testing-library/react'
import { rows } from 'rtk-rest'
import { Provider } from 'react-redux'
import { expect, it, vi } from 'vitest'
import { getSongs, SongList } from './store/SongList'
import { rest, store } from './store/storeWithGarbage'

const MINUTE = 60_000

it('the recipe for unused data: what a component retains stays, and all else goes', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  const { setResponse } = rest.getController(store)
  const titles = () => rows(store.getState().rest.entities['Song']).map(([pk]) => pk)
  setResponse(getSongs, { album: 'Kind of Blue' }, [{ id: '1', title: 'So What' }])
  setResponse(getSongs, { album: 'Jazz' }, [{ id: '2', title: 'Freddie Freeloader' }])
  const { container, unmount } = render(
    <Provider store={store}>
      <SongList album="Kind of Blue" />
    </Provider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(8 * MINUTE))
  expect(titles()).toEqual(['1'])
  expect(container.textContent).toBe('So What')
  unmount()
  await act(() => vi.advanceTimersByTimeAsync(8 * MINUTE))
  expect(titles()).toEqual([])
  rest.dispose(store)
})
