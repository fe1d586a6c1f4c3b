import { matchRejected } from 'rtk-rest'
import type { ChangeEvent } from 'react'
import { useMutation } from 'rtk-rest/react'
import { importMembers } from '../resources/Member'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { many } from './DeleteMany'
import { Refusal } from './Refusal'
import { TransferProgress } from './TransferProgress'

/** Adds the members of a file as soon as it is chosen. */
export function ImportButton() {
  const announce = useAnnounce()
  // The key keeps the state of an import while another desk is shown, where this is another component.
  const [importFile, { isLoading, progress, error }] = useMutation(importMembers, { key: 'import' })
  const submit = async (file: File) => {
    const form = new FormData()
    form.set('file', file)
    const call = importFile(form)
    if (matchRejected(await call)) return
    // The response to a list is a list, and typed as one of its members.
    const { length } = [await call.unwrap()].flat()
    announce(`${many(length)} ${length === 1 ? 'was' : 'were'} added.`)
  }
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // Emptied, so that the same file can be chosen again once it is mended.
    currentTarget.value = ''
    if (file !== undefined && !isLoading) void submit(file)
  }
  return (
    <>
      <label className="button button--small file" aria-disabled={isLoading}>
        Import CSV
        <input
          type="file"
          accept=".csv,text/csv"
          className="file__input"
          aria-describedby="import-format"
          onChange={choose}
        />
      </label>
      {isLoading && <TransferProgress label="Upload of the file" progress={progress} />}
      {/* In the place of the bar, so that nothing moves. */}
      <span className="quiet" id="import-format" hidden={isLoading}>
        First line <code>name,email,desk</code>
      </span>
      <Refusal refused={useRefusal(error)} />
    </>
  )
}
