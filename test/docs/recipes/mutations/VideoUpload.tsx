import { useState } from 'react'
import type { Progress } from 'rtk-rest'
import { useLoading } from 'rtk-rest/react'
import { upload } from './uploadProgress'

export function VideoUpload({ id }: { readonly id: string }) {
  const [progress, setProgress] = useState<Progress>()
  const [send, isSending, error] = useLoading((file: File) => upload(id, file, setProgress))
  return (
    <label>
      Video
      <input
        type="file"
        onChange={({ target }) => target.files?.[0] && void send(target.files[0])}
      />
      {isSending && <progress value={progress?.loaded ?? 0} max={progress?.total} />}
      {error && <p role="alert">Not uploaded.</p>}
    </label>
  )
}
