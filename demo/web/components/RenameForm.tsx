import { useState } from 'react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { useController } from 'rtk-rest/react'
import { MemberResource } from '../resources/Member'
import type { Member } from '../resources/Member'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

interface RenameFormProps {
  readonly member: Member
  readonly onDone: () => void
}

/** Changes a name everywhere it is shown: Enter saves, Escape leaves it as it was. */
export function RenameForm({ member, onDone }: RenameFormProps) {
  const controller = useController()
  const announce = useAnnounce()
  const [name, setName] = useState(member.name)
  const { run, isRunning, refusal } = useSubmit(async () => {
    await controller.fetch(MemberResource.partialUpdate, { id: member.id }, { name })
    announce(`${member.name} is now ${name.trim()}.`)
    onDone()
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run()
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone()
  }
  return (
    <form className="rename" onSubmit={submit} onKeyDown={cancelOnEscape}>
      <input
        aria-label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        autoFocus
        autoComplete="off"
      />
      <button type="submit" className="button button--primary" aria-disabled={isRunning}>
        Save
      </button>
      <button type="button" className="button button--quiet" onClick={onDone}>
        Cancel
      </button>
      <Refusal text={refusal} />
    </form>
  )
}
