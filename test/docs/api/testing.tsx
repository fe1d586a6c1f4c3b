import { waitFor } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { createRest, RestEndpoint } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import {
  type MockableResource,
  mockServer,
  renderDataHook,
  type RenderedDataHook,
} from 'rtk-rest/testing'
import { progressFetch, type ProgressInit, xhrFetch } from 'rtk-rest/xhr'
import { expect } from 'vitest'
import { dispatch, show, type User, UserResource } from './app'

export function listen() {
  const server = setupServer(...mockServer(UserResource, [{ id: '1', name: 'Ada' }]))
  server.listen()
}

export async function testName() {
  const { result } = renderDataHook(() => useSuspense(UserResource.get, { id: '1' }))
  await waitFor(() => expect(result.current?.name).toBe('Ada'))
}

// #region MockableResource
export const emptyServer = (resource: MockableResource) => setupServer(...mockServer(resource, []))
// #endregion

// #region RenderedDataHook
export async function renameIn({ controller, result }: RenderedDataHook<User, unknown>) {
  await controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Grace' })
  expect(result.current.name).toBe('Grace')
}
// #endregion

const putAvatar = new RestEndpoint({ path: '/users/:id/avatar', method: 'PUT', body: {} as Blob })

export function upload(
  id: string,
  file: Blob,
  showProgress: (loaded: number, total: number | undefined) => void,
) {
  const rest = createRest({ fetchFn: xhrFetch })
  const request = dispatch(rest.fetch(putAvatar, { id }, file))
  request.onUploadProgress(({ loaded, total }) => showProgress(loaded, total))
}

const getStatement = new RestEndpoint({ path: '/statements/:id', content: 'blob' })

export function download(
  id: string,
  showProgress: (loaded: number, total: number | undefined) => void,
) {
  const rest = createRest({ fetchFn: progressFetch })
  const request = dispatch(rest.fetch(getStatement, { id }))
  request.onDownloadProgress(({ loaded, total }) => showProgress(loaded, total))
}

// #region ProgressInit
const init: ProgressInit = {
  method: 'PUT',
  body: new Blob(['text']),
  onUploadProgress: ({ loaded, total }) => show(loaded, total),
}

export const put = () => xhrFetch('/users/1/avatar', init)
// #endregion
