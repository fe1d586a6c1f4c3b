// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { useMutation } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../../support/holdEndpoint'
import { flagsOf, mutationPage } from '../../support/mutationPage'
import { modes } from '../../support/renderApp'
import { stream } from '../../support/streamPage'
import { turns } from '../../support/turns'
import { createStore } from '../../support/world'

const options = [
  ['', {}],
  ['with a key ', { key: 'rename' }],
  ['with debounce ', { debounce: 500 }],
] as const

describe.each(modes)('useMutation on a server %s', (_, Mode) => {
  it.each(options)('%sis uninitialized, sends nothing, and warns of nothing', async (_, given) => {
    expect(typeof document).toBe('undefined')
    const { store, actions } = createStore()
    const { endpoint, calls } = holdMutation('rename')
    function Page() {
      const [run, result] = useMutation(endpoint, given)
      const { data, error, args } = result
      return (
        <button onClick={() => void run('1')}>
          {JSON.stringify([...flagsOf(result), { data, error, args }])}
        </button>
      )
    }
    const page = (
      <Mode>
        <Provider store={store}>
          <Page />
        </Provider>
      </Mode>
    )
    const html = '<button>[&quot;isUninitialized&quot;,{}]</button>'
    expect(renderToString(page)).toBe(html)
    expect(await stream(page)).toBe(html)
    expect(calls).toEqual([])
    expect(actions).toEqual([])
  })

  it('shows what the store has of its key', async () => {
    const { store } = createStore()
    const { endpoint, calls } = holdMutation('rename')
    const page = mutationPage(endpoint, { key: 'rename' })
    const app = (
      <Mode>
        <Provider store={store}>
          <page.Page />
        </Provider>
      </Mode>
    )
    expect(renderToString(app)).toBe('<p>uninitialized</p>')
    const promise = page.run('1')
    expect(renderToString(app)).toBe('<p>pending</p>')
    await turns()
    calls[0]?.resolve('done')
    await promise
    expect(await stream(app)).toBe('<p>fulfilled</p>')
    expect(page.results.at(-1)).toMatchObject({ data: 'done', args: ['1'] })
  })
})
