import { matchRejected } from 'rtk-rest'
import { useState } from 'react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { useMutation } from 'rtk-rest/react'
import { MemberResource } from '../resources/Member'
import type { Member } from '../resources/Member'
import { useAnnounce } from '../useAnnounce'
import { useIsOpen } from '../useIsOpen'
import { useRefusal } from '../useRefusal'
import { useFieldError } from './FieldError'
import { Refusal } from './Refusal'

interface RenameFormProps {
  readonly member: Member
  readonly onDone: () => void
}

/** Changes a name everywhere it is shown: Enter saves, Escape leaves it as it was. */
export function RenameForm({ member, onDone }: RenameFormProps) {
  const announce = useAnnounce()
  const isOpen = useIsOpen()
  const [name, setName] = useState(member.name)
  const [rename, { isLoading, error }] = useMutation(MemberResource.partialUpdate)
  const refused = useRefusal(error)
  const [fieldProps, fieldError] = useFieldError(refused, 'name')
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isLoading || matchRejected(await rename({ id: member.id }, { name }))) return
    announce(`${member.name} is now ${name.trim()}.`)
    if (isOpen()) onDone()
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone()
  }
  return (
    <form className="rename" onSubmit={(event) => void submit(event)} onKeyDown={cancelOnEscape}>
      <input
        aria-label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        autoFocus
        autoComplete="off"
        {...fieldProps}
      />
      <button type="submit" className="button button--primary" aria-disabled={isLoading}>
        Save
      </button>
      <button type="button" className="button button--quiet" onClick={onDone}>
        Cancel
      </button>
      {fieldError}
      <Refusal refused={refused} fields={['name']} />
    </form>
  )
}
