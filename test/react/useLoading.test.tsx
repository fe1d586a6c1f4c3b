import { act } from '@testing-library/react'
import { useState } from 'react'
import { useLoading } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { turns } from '../support/turns'

type Result = ReturnType<typeof useLoading<[text: string], string>>

const failure = new Error('no save')

/** A function whose calls wait for the test. */
function holdFunction() {
  const calls: { text: string; resolve(value: string): void; reject(error: unknown): void }[] = []
  const save = async (text: string): Promise<string> =>
    await new Promise((resolve, reject) => {
      calls.push({ text, resolve, reject })
    })
  return { save, calls }
}

/** A component with `useLoading`, and what that returned at each render. */
function createPage() {
  const { save, calls } = holdFunction()
  const results: Result[] = []
  let again: () => void = () => undefined
  function Page({ deps }: { deps?: readonly unknown[] }) {
    const [count, setCount] = useState(0)
    again = () => setCount((it) => it + 1)
    const run = deps === undefined ? save : async (text: string) => await save(`${text} ${count}`)
    results.push(useLoading(run, deps))
    return null
  }
  const last = () => results.at(-1) as Result
  return {
    Page,
    calls,
    results,
    again: () => act(() => again()),
    start: (text: string) => {
      let promise: Promise<string | undefined> | undefined
      act(() => void (promise = last()[0](text)))
      return promise as unknown as Promise<string | undefined>
    },
    state: () => last().slice(1),
    get run() {
      return last()[0]
    },
  }
}

const settle = (run: () => void) =>
  act(async () => {
    run()
    await turns()
  })

describe.each(modes)('useLoading %s', (_, Mode) => {
  it('returns whether the function runs, and resolves to its value', async () => {
    const page = createPage()
    renderApp(Mode, <page.Page />)
    expect(page.state()).toEqual([false, undefined])
    const promise = page.start('a')
    expect(page.state()).toEqual([true, undefined])
    await settle(() => page.calls[0]?.resolve('saved'))
    expect(page.state()).toEqual([false, undefined])
    expect(await promise).toBe('saved')
  })

  it('returns the error and resolves to undefined, and the next call clears the error', async () => {
    const page = createPage()
    renderApp(Mode, <page.Page />)
    const promise = page.start('a')
    await settle(() => page.calls[0]?.reject(failure))
    expect(page.state()).toEqual([false, failure])
    expect(await promise).toBeUndefined()
    void page.start('b')
    expect(page.state()).toEqual([true, undefined])
    await settle(() => page.calls[1]?.resolve('saved'))
    expect(page.state()).toEqual([false, undefined])
  })

  it('has the state of the last call, in whatever order the calls end', async () => {
    const page = createPage()
    renderApp(Mode, <page.Page />)
    const promises = ['a', 'b'].map((text) => page.start(text))
    await settle(() => page.calls[0]?.reject(failure))
    expect(page.state()).toEqual([true, undefined])
    await settle(() => page.calls[1]?.resolve('b'))
    expect(page.state()).toEqual([false, undefined])
    void page.start('c')
    void page.start('d')
    await settle(() => page.calls[3]?.resolve('d'))
    await settle(() => page.calls[2]?.reject(failure))
    expect(page.state()).toEqual([false, undefined])
    expect(await Promise.all(promises)).toEqual([undefined, 'b'])
  })

  it('returns an error that is thrown at once', async () => {
    let run: () => Promise<unknown> = async () => undefined
    let state: unknown
    function Page() {
      const [start, ...rest] = useLoading(() => {
        throw failure
      })
      run = start
      state = rest
      return null
    }
    renderApp(Mode, <Page />)
    let promise: Promise<unknown> | undefined
    await settle(() => void (promise = run()))
    expect(await promise).toBeUndefined()
    expect(state).toEqual([false, failure])
  })

  it('returns the same function as long as its own function, or its dependencies, are the same', async () => {
    const page = createPage()
    renderApp(Mode, <page.Page />)
    const { run } = page
    page.again()
    expect(page.run).toBe(run)

    const kept = createPage()
    const deps = ['x']
    renderApp(Mode, <kept.Page deps={deps} />)
    const keptRun = kept.run
    kept.again()
    expect(kept.run).toBe(keptRun)
    void kept.start('a')
    expect(kept.calls[0]?.text).toBe('a 0')
    await settle(() => kept.calls[0]?.resolve('saved'))
  })

  it('does not update a component that was unmounted', async () => {
    const page = createPage()
    const { unmount } = renderApp(Mode, <page.Page />)
    const promise = page.start('a')
    const count = page.results.length
    unmount()
    await settle(() => page.calls[0]?.resolve('saved'))
    expect(page.results).toHaveLength(count)
    expect(await promise).toBe('saved')
  })
})
