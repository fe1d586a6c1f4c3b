import { act } from '@testing-library/react'
import { type Progress, RestEndpoint } from 'rtk-rest'
import type { ProgressInit } from 'rtk-rest/types'
import { expect, vi } from 'vitest'
import { type HeldRequest, holdServer } from './holdServer'
import { API } from './server'

/** An upload that has reached the server and waits for the test. */
export interface HeldUpload extends HeldRequest {
  /** Whether the progress is listened to. */
  readonly isHeard: boolean
  /** Reports what was sent, as often as there are arguments. */
  report(...progress: readonly Progress[]): void
}

/** What is uploaded: JSON, as the server of the tests reads it. */
interface Upload {
  readonly text: string
}

/** Uploads whose progress and whose end are those that the test wants. */
export interface HeldUploads {
  readonly endpoint: RestEndpoint<{ path: '/files'; method: 'PUT'; body: Upload }>
  /** Sends by `fetch`. */
  readonly fetchFn: typeof fetch
  /** The next upload of a test; waits until it arrives. */
  take(): Promise<HeldUpload>
}

/** Makes the server of the tests hold every request, and an endpoint that sends uploads to it. */
export function holdUploads(options: object = {}): HeldUploads {
  const held = holdServer()
  const inits: ProgressInit[] = []
  const base = { path: '/files', urlPrefix: API, method: 'PUT', body: {} as Upload } as const
  return {
    endpoint: new RestEndpoint({ ...base, ...options }),
    async fetchFn(input, init: ProgressInit = {}) {
      inits.push(init)
      return fetch(input, init)
    },
    take: () =>
      act(async () => {
        const request = await held.take('PUT /files')
        const init = await vi.waitFor(() => {
          expect(inits).not.toEqual([])
          return inits.shift()
        })
        const report = init?.onUploadProgress
        return {
          ...request,
          isHeard: report !== undefined,
          report: (...all: readonly Progress[]) =>
            act(() => all.forEach((progress) => report?.(progress))),
        }
      }),
  }
}
