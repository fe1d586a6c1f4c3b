import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { Collection, createRest } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { HappeningLog, LIMITS } from '../../src/devtools/HappeningLog'
import { User } from '../support/world'
import {
  countRenders,
  nextFrame,
  openTable,
  panelElement,
  panelOnPage,
  renderPanel,
} from './support/renderPanel'

const manyUsers = Array.from({ length: 10_000 }, (_, id) => ({ id: `${id}`, name: `User ${id}` }))

/** A store with 10,000 rows and its panel, with the number of times that the panel rendered. */
async function openWithManyRows() {
  const world = await renderPanel(null)
  const { store, rest } = world
  store.dispatch(rest.set(new Collection([User]), {}, manyUsers))
  await act(nextFrame)
  const rename = (id: number) =>
    store.dispatch(rest.set(User, { id: `${id}` }, { id: `${id}`, name: `Renamed ${id}` }))
  return { ...world, rename }
}

/** How many rows the newest group has. */
const countedRows = () => {
  const [line] = panelElement().querySelectorAll('.wh-group__line')
  return /[\d,+]+ rows?/.exec(line?.textContent ?? '')?.[0]
}

describe('the panel with 10,000 rows', () => {
  it('renders at most once in a frame, however many actions there are', async () => {
    const { rename } = await openWithManyRows()
    const renders = countRenders()
    await openTable('User 10,000')
    const before = renders.count
    act(() => {
      for (let id = 0; id < 100; id++) rename(id)
    })
    await panelOnPage().findByText('Renamed 99')
    expect(renders.count - before).toBe(1)
  })

  it('lists 50 rows of a table, and the ones that changed last before them', async () => {
    const { rename } = await openWithManyRows()
    await openTable('User 10,000')
    act(() => void rename(9_999))
    await panelOnPage().findByText('Renamed 9999')
    const [, first, ...others] = panelOnPage().getAllByRole('row')
    expect(first?.textContent).toBe('9999Renamed 9999')
    expect(others.length).toBeLessThan(100)
    expect(panelOnPage().getByText(/^and 9,9\d\d more rows$/, { selector: 'p' })).toBeTruthy()
  })

  it('keeps at most 50 actions of a group and 20 rows of an action, and counts the others', async () => {
    const { rename } = await openWithManyRows()
    act(() => {
      for (let id = 0; id < 200; id++) rename(id)
    })
    const panel = panelOnPage()
    await panel.findByText('and 151 earlier actions')
    expect(panel.getAllByText('rest/User/set').length).toBe(LIMITS.actions)
    expect(countedRows()).toBe('1,000+ rows')
  })

  it('counts a row once, however many actions change it, and none that stays the same', async () => {
    const { store, rest } = await renderPanel(null)
    const setAll = (prefix: string, ids: readonly number[]) => {
      const values = ids.map((id) => ({ id: `${id}`, name: `${prefix} ${id}` }))
      store.dispatch(rest.set(new Collection([User]), {}, values))
    }
    const ids = Array.from({ length: 100 }, (_, id) => id)
    await act(nextFrame)
    act(() => {
      setAll('User', ids)
      setAll('User', ids)
      for (const id of ids) {
        store.dispatch(rest.set(User, { id: `${id}` }, { id: `${id}`, name: `Renamed ${id}` }))
      }
    })
    await panelOnPage().findByText('and 52 earlier actions')
    // The users, and their list.
    expect(countedRows()).toBe('101 rows')
  })
})

describe('the panel after many events', () => {
  it('keeps 100 groups', async () => {
    const { store } = await renderPanel(
      <StrictMode>
        <button>Press</button>
      </StrictMode>,
    )
    act(() => {
      for (let time = 0; time < 150; time++) {
        fireEvent.click(screen.getByRole('button', { name: 'Press' }))
        store.dispatch({ type: 'app/pressed', payload: { token: 'secret-token' } })
      }
    })
    const clicks = () => panelOnPage().queryAllByRole('button', { name: /^Click: Press / })
    await waitFor(() => expect(clicks().length).toBe(LIMITS.groups))
    expect(panelElement().outerHTML).not.toContain('secret-token')
  })
})

describe('the panel with 100,000 rows and 1,000 actions within a second', () => {
  const many = Array.from({ length: 100_000 }, (_, id) => ({ id: `${id}`, name: `User ${id}` }))

  it('renders at most once in a frame, and keeps a bounded number of elements and states', async () => {
    const { store, rest } = await renderPanel(null)
    act(() => void store.dispatch(rest.set(new Collection([User]), {}, many)))
    await openTable('User 100,000')
    const renders = countRenders()
    let frames = 0
    await act(async () => {
      for (let burst = 0; burst < 20; burst++) {
        for (let at = 0; at < 50; at++) {
          const id = `${burst * 50 + at}`
          store.dispatch(rest.set(User, { id }, { id, name: `Renamed ${id}` }))
        }
        frames += 1
        await nextFrame()
      }
    })
    const panel = panelOnPage()
    await panel.findByText('Renamed 999')
    expect(renders.count).toBeGreaterThan(0)
    // One more for the frame after the last action.
    expect(renders.count).toBeLessThanOrEqual(frames + 1)
    expect(panel.getAllByRole('row').length).toBeLessThanOrEqual(101)
    expect(panelElement().querySelectorAll('*').length).toBeLessThan(2_000)
    expect(panelElement().querySelectorAll('.wh-jumps').length).toBeLessThanOrEqual(LIMITS.actions)
    expect(panel.getByRole('button', { name: 'User 100,000' })).toBeTruthy()
  })

  it('keeps the states of the last 100 actions, in whatever groups they are', () => {
    const log = new HappeningLog(() => 0)
    const rest = createRest()
    let state = rest.getInitialState()
    for (let at = 0; at < 500; at++) {
      const group = log.open(`Click ${at % 50}`, true)
      const after = { ...state, lastReset: at }
      const action = rest.actions.reset({ kind: 'reset', fetchedAt: at, date: at })
      log.addRestAction(group, action, { before: state, after })
      state = after
    }
    const kept = log.views().flatMap(({ actions }) => actions.filter(({ states }) => states))
    expect(log.views().length).toBe(LIMITS.groups)
    expect(kept.length).toBe(LIMITS.states)
  })
})
