import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../integration/hydration/app'
import { renderPage, sendPage } from '../integration/hydration/render'
import { Site } from './support/Site'

// A server with a store for each request, which streams a page, and a real browser that takes it over.

let site: Site

beforeAll(async () => {
  site = await Site.start('hydrate.tsx')
})

afterAll(async () => {
  await site.close()
})

it('takes over a streamed page without an error or a request, and later the state of another page', async () => {
  const app = createApp(site.url)
  const waiting: ServerResponse[] = []
  site.respond(({ url, headers }, response) => {
    if (url === '/users') return void waiting.push(response)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.write('<!doctype html><link rel="icon" href="data:,"><main>')
    const end = (state: string): void => {
      response.write(`</main><script id="state" type="application/json">${state}</script>`)
      response.end(`<script>${site.script}</script>`)
    }
    void sendPage(app, headers['user-agent'] ?? '', response, end)
  })
  const sendUsers = (...names: string[]): void => {
    const users = names.map((name, at) => ({ id: `${at}`, name }))
    waiting
      .shift()
      ?.writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(users))
  }

  const page = await site.open('/streamed', 'commit')
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) problems.push(message.text())
  })
  await page.getByText('loading').waitFor()
  sendUsers('Ada </script>', 'Grace')
  await page.getByRole('button', { name: 'Grace' }).click()
  await page.getByRole('button', { name: 'Countess' }).waitFor()
  expect(await page.getByRole('button').allTextContents()).toEqual(['Ada </script>', 'Countess'])

  const next = renderPage(app, 'fetch', 'later')
  await expect.poll(() => waiting.length).toBe(1)
  sendUsers('Hopper', 'Grace')
  const [, state = ''] = /json">(.*)<\/script>/s.exec(await next) ?? []
  await page.evaluate((text) => window.hydrated.hydrate(text), state)
  await page.getByRole('button', { name: 'Hopper' }).waitFor()
  expect(problems).toEqual([])
  // Those of the two pages on the server.
  expect(site.requests.filter(({ url }) => url === '/users')).toHaveLength(2)
})
