import { useRef } from 'react'
import type { ChangeEvent } from 'react'
import { useController } from 'rtk-rest/react'
import { importMembers } from '../resources/Member'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

/** Adds the members of a file as soon as it is chosen. */
export function ImportButton() {
  const controller = useController()
  const announce = useAnnounce()
  const form = useRef(new FormData())
  const { run, isRunning, refusal } = useSubmit(async () => {
    // The response to a list is a list, and typed as one of its members.
    const members = [await controller.fetch(importMembers, form.current)].flat()
    announce(members.length === 1 ? '1 member was added.' : `${members.length} members were added.`)
  })
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file === undefined || isRunning) return
    form.current.set('file', file)
    // Emptied, so that the same file can be chosen again once it is mended.
    currentTarget.value = ''
    void run()
  }
  return (
    <>
      <label className="button button--small file" aria-disabled={isRunning}>
        Import CSV
        <input
          type="file"
          accept=".csv,text/csv"
          className="file__input"
          aria-describedby="import-format"
          onChange={choose}
        />
      </label>
      <span className="quiet" id="import-format">
        First line <code>name,email,desk</code>
      </span>
      <Refusal text={refusal} />
    </>
  )
}
