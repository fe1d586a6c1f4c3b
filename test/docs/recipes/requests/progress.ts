import type { Progress } from 'rtk-rest'
import { rest, store } from '../store'
import { getArchive } from './ArchiveButton'

/** For each call of an endpoint, with or without a store. */
export const withProgress = (show: (progress: Progress) => void) =>
  getArchive.extend({ onDownloadProgress: show })

/** For one call. */
export async function download(id: string, show: (progress: Progress) => void): Promise<Blob> {
  const request = store.dispatch(rest.fetch(getArchive, { id }))
  request.onDownloadProgress(show) // before the next await, as the request is sent soon
  return request.unwrap()
}
