import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import type { RestState } from 'rtk-rest'
import { afterEach, expect, it } from 'vitest'
import { sendJson, startServer } from '../../endpoint/startServer'
import { createApp } from './app'

const api = startServer()

afterEach(() => {
  document.body.replaceChildren()
})

/** What a server sends that rendered the page: its markup, and the state as JSON. */
async function renderOnServer(): Promise<{ html: string; state: { rest: RestState } }> {
  const server = ['--import', 'tsx', 'test/integration/hydration/server.tsx', api.url]
  const { stdout } = await promisify(execFile)(process.execPath, server)
  return JSON.parse(stdout) as { html: string; state: { rest: RestState } }
}

it('a browser hydrates a page with the server state without a warning or a request', async () => {
  api.respond((_, response) =>
    sendJson(response, [
      { id: '1', name: 'Ada' },
      { id: '2', name: 'Grace' },
    ]),
  )
  const { html, state } = await renderOnServer()
  expect(html).toContain('<button>Ada</button><button>Grace</button>')

  document.body.innerHTML = html
  const [ada, grace] = document.body.querySelectorAll('button')
  const problems: unknown[] = []
  const { page, store } = createApp(api.url, state)
  const root = await act(() =>
    hydrateRoot(document.body, page, { onRecoverableError: (error) => problems.push(error) }),
  )
  expect(document.body.innerHTML).toBe(html)
  expect(problems).toEqual([])
  expect(store.getState()).toEqual(state)

  act(() => ada?.click())
  expect([...document.body.querySelectorAll('button')]).toEqual([ada, grace])
  expect(document.body.textContent).toBe('CountessGrace')
  expect(api.requests).toHaveLength(1)
  act(() => root.unmount())
})
