// @vitest-environment node
import { backoff, type Progress, RestEndpoint } from 'rtk-rest'
import type { ProgressInit } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'
import { sendJson, startServer } from './startServer'

// How a `fetchFn` gets the listeners; xhrFetch itself has its tests in test/xhr and test/browser.

const server = startServer()
const whole = { loaded: 4, total: 4 }

/** Sends by `fetch`, and reports that everything was sent, where that is listened to. */
const reportingFetch: typeof fetch = (input, init?: ProgressInit) => {
  init?.onUploadProgress?.(whole)
  return fetch(input, init)
}

const upload = (options: object = {}) => {
  server.respond((_, response) => sendJson(response, 'done'))
  return new RestEndpoint({ path: '/files', urlPrefix: server.url, method: 'PUT', ...options })
}

describe('the onUploadProgress option', () => {
  it('is called by the fetchFn, with the endpoint as `this`', async () => {
    const seen: unknown[] = []
    const endpoint = upload({
      onUploadProgress(this: RestEndpoint, progress: Progress) {
        seen.push([this.path, progress])
      },
    })
    expect(await endpoint.run(['text'], { fetchFn: reportingFetch })).toBe('done')
    expect(seen).toEqual([['/files', whole]])
  })

  it('is called together with onUploadProgress of the context', async () => {
    const seen: string[] = []
    const endpoint = upload({ onUploadProgress: () => void seen.push('option') })
    const onUploadProgress = () => void seen.push('context')
    await endpoint.run(['text'], { fetchFn: reportingFetch, onUploadProgress })
    await upload().run(['text'], { fetchFn: reportingFetch, onUploadProgress })
    expect(seen).toEqual(['option', 'context', 'context'])
  })

  it('is called for each attempt', async () => {
    const seen: Progress[] = []
    const endpoint = upload({
      retry: backoff({ retries: 1, minDelay: 1 }),
      onUploadProgress: (progress: Progress) => void seen.push(progress),
    })
    let isFirst = true
    server.respond((_, response) => {
      sendJson(response, 'done', isFirst ? 503 : 200)
      isFirst = false
    })
    expect(await endpoint.run(['text'], { fetchFn: reportingFetch })).toBe('done')
    expect(seen).toEqual([whole, whole])
  })

  it('is ignored by fetch', async () => {
    const seen: unknown[] = []
    const endpoint = upload({ onUploadProgress: () => void seen.push(1) })
    expect(await endpoint('text')).toBe('done')
    expect(seen).toEqual([])
  })

  it('is no option of fetch without a listener', async () => {
    const inits: (RequestInit | undefined)[] = []
    const fetchFn: typeof fetch = (input, init) => {
      inits.push(init)
      return fetch(input, init)
    }
    await upload().run(['text'], { fetchFn })
    expect(inits[0]).not.toHaveProperty('onUploadProgress')
  })

  it('that throws rejects the call with the thrown error', async () => {
    const endpoint = upload({
      onUploadProgress() {
        throw new RangeError('the bar is broken')
      },
    })
    const call = endpoint.run(['text'], { fetchFn: reportingFetch })
    await expect(call).rejects.toThrow('the bar is broken')
  })
})
