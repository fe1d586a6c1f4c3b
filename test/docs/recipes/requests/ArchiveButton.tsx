import { RestEndpoint } from 'rtk-rest'
import { useDownload } from 'rtk-rest/react'
import { progressFetch } from 'rtk-rest/xhr'
import { API } from '../api'

export const getArchive = new RestEndpoint({
  urlPrefix: API,
  path: '/archives/:id',
  content: 'blob',
  fetchResponse: progressFetch, // fetch reports no progress
  dataExpiryLength: 0, // release the bytes when no reader shows them
})

export function ArchiveButton({ id }: { readonly id: string }) {
  const { start, abort, status, progress, data, error } = useDownload(getArchive)
  if (status === 'done') return <p>{data?.size} bytes</p>
  if (status !== 'running') {
    const label = { idle: 'Download', aborted: 'Download', failed: 'Try again' }[status]
    return (
      <>
        {error && <p role="alert">{error.message}</p>}
        <button onClick={() => void start({ id })}>{label}</button>
      </>
    )
  }
  const total = progress?.total // undefined if the server does not send it: an indeterminate bar
  return (
    <p>
      <progress value={total && progress?.loaded} max={total} />
      <button onClick={abort}>Cancel</button>
    </p>
  )
}
