import { http, HttpResponse } from 'msw'
import { type Progress, RestEndpoint } from 'rtk-rest'
import type { ProgressInit } from 'rtk-rest/types'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

const half = { loaded: 2, total: 4 }
const whole = { loaded: 4, total: 4 }

/** Sends by `fetch`, and reports progress before and after, where that is listened to. */
const reportingFetch: typeof fetch = async (input, init?: ProgressInit) => {
  init?.onUploadProgress?.(half)
  const response = await fetch(input, init)
  init?.onUploadProgress?.(whole)
  init?.onDownloadProgress?.(whole)
  return response
}

const upload = new RestEndpoint({
  path: '/files',
  urlPrefix: API,
  method: 'PUT',
  body: {} as string,
})

function send() {
  const { store, rest } = createStore({ fetchFn: reportingFetch })
  return store.dispatch(rest.fetch(upload, 'text'))
}

beforeEach(() => {
  server.use(http.put(`${API}/files`, () => HttpResponse.json('done')))
})

describe('onUploadProgress of a dispatched fetch', () => {
  it('is called as the body is sent', async () => {
    const seen: Progress[] = []
    const request = send()
    request.onUploadProgress((progress) => seen.push(progress))
    expect(await request.unwrap()).toBe('done')
    expect(seen).toEqual([half, whole])
  })

  it('returns the function that stops it', async () => {
    const seen: Progress[] = []
    const request = send()
    const stop = request.onUploadProgress((progress) => {
      seen.push(progress)
      stop()
    })
    await request.unwrap()
    expect(seen).toEqual([half])
  })

  it('is not called if it is added after the request was sent', async () => {
    const seen: Progress[] = []
    const request = send()
    server.use(
      http.put(`${API}/files`, () => {
        request.onUploadProgress((progress) => seen.push(progress))
        return HttpResponse.json('done')
      }),
    )
    await request.unwrap()
    expect(seen).toEqual([])
  })

  it('is not called after its request was aborted', async () => {
    const seen: Progress[] = []
    const request = send()
    request.onUploadProgress((progress) => {
      seen.push(progress)
      request.abort()
    })
    await expect(request.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(seen).toEqual([half]))
  })

  it('that throws is reported, and does not fail the request', async () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const request = send()
    request.onUploadProgress(() => {
      throw new Error('the bar is broken')
    })
    expect(await request.unwrap()).toBe('done')
    expect(report).toHaveBeenCalledTimes(2)
    vi.unstubAllGlobals()
  })

  it('is independent of onDownloadProgress', async () => {
    const seen: string[] = []
    const request = send()
    request.onUploadProgress(() => void seen.push('upload'))
    request.onDownloadProgress(() => void seen.push('download'))
    await request
    expect(new Set(seen)).toEqual(new Set(['upload', 'download']))
    expect(seen.slice(0, 2)).toEqual(['upload', 'upload'])
  })
})
