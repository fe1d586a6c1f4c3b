import { configureStore } from '@reduxjs/toolkit'
import { createRest, type Progress, RestEndpoint } from 'rtk-rest'
import { xhrFetch } from 'rtk-rest/xhr'
import { API } from '../api'

export const rest = createRest({ fetchFn: xhrFetch })

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

export const putVideo = new RestEndpoint({
  urlPrefix: API,
  path: '/videos/:id',
  method: 'PUT',
  body: {} as Blob,
})

/** For one call. */
export async function upload(id: string, file: Blob, show: (progress: Progress) => void) {
  const request = store.dispatch(rest.fetch(putVideo, { id }, file))
  request.onUploadProgress(show) // before the next await, as the request is sent soon
  return request.unwrap()
}

/** For each call of an endpoint, with any store or without one. */
export const withUploadProgress = (show: (progress: Progress) => void) =>
  putVideo.extend({ fetchResponse: xhrFetch, onUploadProgress: show })
