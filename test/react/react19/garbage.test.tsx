import { act } from '@testing-library/react'
import { Activity, useState } from 'react'
import { Collection, Endpoint, Entity, rows } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../../support/renderApp'
import { createStore } from '../../support/world'

const MINUTE = 60_000
const KEEP_FOR = 5 * MINUTE

class Song extends Entity {
  id = ''
  title = ''
  static override key = 'Song'
}

describe.each(modes)('what a hidden Activity showed %s', (_, Mode) => {
  it('stays for `keepFor`, and is fetched again where it is shown after that', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const seen = { count: 0 }
    const getSongs = new Endpoint(
      async () => {
        seen.count += 1
        return [{ id: '1', title: `So What ${seen.count}` }]
      },
      { name: 'getSongs', schema: new Collection([Song]), dataExpiryLength: 60 * MINUTE },
    )
    const Page = () => useSuspense(getSongs).map(({ title }) => <b key={title}>{title}</b>)
    let setMode: (mode: 'visible' | 'hidden') => void = () => undefined
    function Host() {
      const [mode, set] = useState<'visible' | 'hidden'>('visible')
      setMode = set
      return (
        <Activity mode={mode}>
          <Page />
        </Activity>
      )
    }
    const world = createStore({ managers: [garbage({ keepFor: KEEP_FOR })] })
    const { container } = renderApp(Mode, <Host />, world)
    const count = () => rows(world.store.getState().rest.entities['Song']).length
    await wait(0)
    await wait(60 * MINUTE - 1_000)
    expect([container.textContent, count()]).toEqual(['So What 1', 1])
    act(() => setMode('hidden'))
    await wait(KEEP_FOR)
    expect(count()).toBe(1)
    act(() => setMode('visible'))
    expect(container.querySelector('b')?.textContent).toBe('So What 1')
    await wait(1_000)
    act(() => setMode('hidden'))
    const before = seen.count
    await wait(KEEP_FOR + 2 * MINUTE + 1_000)
    expect(count()).toBe(0)
    act(() => setMode('visible'))
    await wait(0)
    await wait(0)
    expect([seen.count, count()]).toEqual([before + 1, 1])
    expect(container.querySelector('b')?.textContent).toBe(`So What ${seen.count}`)
  })
})
