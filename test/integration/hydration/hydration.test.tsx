import { execFile } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { version } from 'react'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { sendJson, startServer } from '../../endpoint/startServer'
import { createApp, type RootState } from './app'
import type { Way } from './render'

const api = startServer()
const ways: readonly Way[] = ['fetch', 'stream']
const ada = { id: '1', name: 'Ada </script><b>' }
const grace = { id: '2', name: 'Grace' }

let root: Root | undefined

afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

/** The pages that a server sends to some visitors at once. */
async function renderOnServer(way: Way, ...visitors: string[]): Promise<readonly string[]> {
  const react18 = ['--import', './test/integration/hydration/react18.mjs']
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    ...(inject('react') === '18' ? react18 : []),
    'test/integration/hydration/server.tsx',
    api.url,
    way,
    ...visitors,
  ])
  const sent = JSON.parse(stdout) as { version: string; pages: readonly string[] }
  expect(sent.version).toBe(version)
  return sent.pages
}

/** Takes over the page that a server has sent, as a browser does. */
async function takeOver(page: string) {
  document.body.innerHTML = page
  const main = document.querySelector('main') as HTMLElement
  const state = JSON.parse(document.querySelector('#state')?.textContent ?? '') as RootState
  const { createStore, pageOf, rest } = createApp(api.url)
  const store = createStore(state)
  const problems: unknown[] = []
  const options = { onRecoverableError: (error: unknown) => void problems.push(error) }
  root = await act(() => hydrateRoot(main, pageOf(store), options))
  return { main, store, rest, state, problems }
}

describe.each(ways)('a page whose server made it by %s', (way) => {
  it('is taken over without a warning or a request, and goes on', async () => {
    api.respond((_, response) => sendJson(response, [ada, grace]))
    const [page = ''] = await renderOnServer(way, 'ada')
    const html = /<main>(.*)<\/main>/s.exec(page)?.[1]
    expect(html).toContain('>Grace</button>')
    const { main, store, state, problems } = await takeOver(page)
    expect(main.innerHTML).toBe(html)
    expect(problems).toEqual([])
    expect(store.getState()).toEqual(state)

    const [first, second] = main.querySelectorAll('button')
    expect(first?.textContent).toBe(ada.name)
    act(() => first?.click())
    expect([...main.querySelectorAll('button')]).toEqual([first, second])
    expect(main.textContent).toBe('CountessGrace')
    expect(api.requests).toHaveLength(1)
  })

  it('takes over what the server of a later page sends, and keeps what was changed here', async () => {
    api.respond((_, response) => sendJson(response, [ada, grace]))
    const [page = ''] = await renderOnServer(way, 'ada')
    const { main, store, rest } = await takeOver(page)
    api.respond((_, response) => sendJson(response, [ada, { ...grace, name: 'Hopper' }]))
    const [next = ''] = await renderOnServer(way, 'ada')
    act(() => main.querySelector('button')?.click())
    const text = /json">(.*)<\/script>/s.exec(next)?.[1] ?? ''
    act(() => store.dispatch(rest.hydrate((JSON.parse(text) as RootState).rest)))
    expect(main.textContent).toBe('CountessHopper')
    expect(api.requests).toHaveLength(2)
  })

  it('has nothing of another visitor whose page is made at the same time', async () => {
    const waiting: ServerResponse[] = []
    api.respond(({ headers }, response) => {
      const name = headers.authorization ?? ''
      response.on('release', () => sendJson(response, [{ id: '1', name }]))
      // The last one who asked is the first to get a response.
      if (waiting.unshift(response) === 2) waiting.forEach((it) => it.emit('release'))
    })
    const pages = await renderOnServer(way, 'ada', 'bob')
    expect(pages[0]).toContain('<button>ada</button>')
    expect(pages[0]).not.toContain('bob')
    expect(pages[1]).toContain('<button>bob</button>')
    expect(pages[1]).not.toContain('ada')
  })
})
