import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deferred } from '../support/world'
import { Site } from './support/Site'

// useMutation in StrictMode with xhrFetch, in a real browser, and a real server that reads slowly.

const size = 30_000_000

let site: Site
let page: Page

beforeAll(async () => {
  site = await Site.start('upload.tsx')
})

beforeEach(async () => {
  page = await site.open()
})

afterAll(async () => {
  await site.close()
})

/** An upload that the server reads only when the test says so. */
function holdUploads() {
  const uploads: { readonly read: () => void; readonly response: ServerResponse }[] = []
  site.respond((request, response) => {
    const started = deferred()
    let length = 0
    request.on('data', (chunk: Buffer) => (length += chunk.length)).pause()
    request.on('end', () => response.end(JSON.stringify({ length })))
    void started.promise.then(() => request.resume())
    uploads.push({ read: started.resolve, response })
  })
  return uploads
}

/** Waits until some but not all of the file is sent. */
async function waitForPart(): Promise<void> {
  await page.waitForFunction(() => {
    const { value, max } = document.querySelector('progress') ?? { value: 0, max: 1 }
    return value > 0 && value < max
  })
}

const start = () => page.evaluate((length) => window.upload.start(length), size)
const response = () => page.evaluate(() => window.upload.response())
const shown = () => page.evaluate(() => window.upload.shown)
const last = async () => (await shown()).at(-1)

describe('the progress of useMutation with xhrFetch', () => {
  it('grows while the server reads the file, and is gone with the response', async () => {
    const uploads = holdUploads()
    await start()
    await waitForPart()
    expect(await last()).toMatchObject({ status: 'pending' })
    uploads[0]?.read()
    expect(await response()).toEqual({ length: size })
    const renders = await shown()
    const loaded = renders.flatMap(({ progress }) => progress?.loaded ?? [])
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b))
    expect(loaded.at(-1)).toBe(size)
    expect(new Set(loaded).size).toBeGreaterThan(1)
    expect(renders[0]).toEqual({ status: 'uninitialized', progress: undefined })
    await page.waitForFunction(() => window.upload.shown.at(-1)?.status === 'fulfilled')
    expect((await last())?.progress).toBeUndefined()
  })

  it('starts again with the next call', async () => {
    const uploads = holdUploads()
    await start()
    await waitForPart()
    const renders = await page.evaluate((length) => {
      window.upload.start(length)
      return window.upload.shown.length
    }, size)
    await page.waitForFunction((count) => window.upload.shown.length > count, renders)
    expect((await shown())[renders]).toEqual({ status: 'pending', progress: undefined })
    await waitForPart()
    for (const { read } of uploads) read()
    expect(await response()).toEqual({ length: size })
    expect(uploads).toHaveLength(2)
  })

  it('is gone after an abort, and the server sees the connection close', async () => {
    const uploads = holdUploads()
    await start()
    await waitForPart()
    const closed = once(uploads[0]?.response as ServerResponse, 'close')
    await page.evaluate(() => window.upload.abort())
    await page.waitForFunction(() => window.upload.shown.at(-1)?.status === 'rejected')
    expect((await last())?.progress).toBeUndefined()
    // A server sees it when it reads.
    uploads[0]?.read()
    await closed
  })

  it('is gone if the connection is lost', async () => {
    const uploads = holdUploads()
    await start()
    await waitForPart()
    // A browser sends the request once more if it had used the connection before.
    site.respond(({ socket }) => void socket.destroy())
    uploads[0]?.response.destroy()
    await page.waitForFunction(() => window.upload.shown.at(-1)?.status === 'rejected')
    expect((await last())?.progress).toBeUndefined()
  })

  it('is forgotten by `reset`, and the upload goes on', async () => {
    const uploads = holdUploads()
    await start()
    await waitForPart()
    await page.evaluate(() => window.upload.reset())
    expect(await last()).toEqual({ status: 'uninitialized', progress: undefined })
    const renders = (await shown()).length
    uploads[0]?.read()
    expect(await response()).toEqual({ length: size })
    expect(await shown()).toHaveLength(renders)
  })

  it('renders nothing after the component is unmounted, and the upload goes on', async () => {
    const uploads = holdUploads()
    await start()
    await waitForPart()
    await page.evaluate(() => window.upload.unmount())
    const renders = (await shown()).length
    uploads[0]?.read()
    expect(await response()).toEqual({ length: size })
    expect(await shown()).toHaveLength(renders)
  })
})
