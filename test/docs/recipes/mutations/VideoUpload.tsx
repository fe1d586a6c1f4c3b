import { useMutation } from 'rtk-rest/react'
import { putVideo } from './uploadProgress'

export function VideoUpload({ id }: { readonly id: string }) {
  const [upload, { isLoading, progress, error }] = useMutation(putVideo)
  return (
    <label>
      Video
      <input
        type="file"
        disabled={isLoading}
        onChange={({ target: { files } }) => files?.[0] && void upload({ id }, files[0])}
      />
      {/* Without a value the bar is indeterminate. */}
      {isLoading && <progress value={progress?.total && progress.loaded} max={progress?.total} />}
      {error && <p role="alert">Not uploaded.</p>}
    </label>
  )
}
