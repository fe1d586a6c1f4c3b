// @vitest-environment node
import { xhrFetch } from 'rtk-rest/xhr'
import { expect, it } from 'vitest'
import { sendJson, startServer } from '../endpoint/startServer'

const server = startServer()

it('xhrFetch is fetch where there is no XMLHttpRequest, and reports no progress', async () => {
  server.respond((_, response) => sendJson(response, 'done'))
  const seen: unknown[] = []
  const response = await xhrFetch(server.url, {
    method: 'PUT',
    body: 'text',
    onUploadProgress: (progress) => void seen.push(progress),
  })
  expect(await response.json()).toBe('done')
  expect(seen).toEqual([])
  expect('XMLHttpRequest' in globalThis).toBe(false)
})
