import { useId, useState } from 'react'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useController } from 'rtk-rest/react'
import { desks } from '../../desks'
import { memberSelected } from '../deskSlice'
import { MemberResource } from '../resources/Member'
import { useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

interface NewMemberFormProps {
  readonly desk: string
  readonly onDone: () => void
}

/** Adds a member to every list that it belongs to, and selects it. */
export function NewMemberForm({ desk, onDone }: NewMemberFormProps) {
  const controller = useController()
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const deskField = useId()
  const [draft, setDraft] = useState({ name: '', email: '', desk: desk || desks[0] })
  const { run, isRunning, refusal } = useSubmit(async () => {
    const member = await controller.fetch(MemberResource.getList.push, draft)
    announce(`${member.name} was added.`)
    onDone()
    dispatch(memberSelected(member.id))
  })
  const change = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const { name, value } = event.currentTarget
    setDraft((before) => ({ ...before, [name]: value }))
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    // The server checks the fields, and its words are shown: this form has no rules of its own.
    <form className="form" onSubmit={submit} noValidate>
      <label className="field">
        Name
        <input name="name" value={draft.name} onChange={change} autoFocus autoComplete="off" />
      </label>
      <label className="field">
        Email
        <input name="email" type="email" value={draft.email} onChange={change} autoComplete="off" />
      </label>
      {/* Beside and not inside its label, whose text would else hold all the options. */}
      <div className="field">
        <label htmlFor={deskField}>Desk</label>
        <select id={deskField} name="desk" value={draft.desk} onChange={change}>
          {desks.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </div>
      <Refusal text={refusal} />
      <div className="form__actions">
        <button type="button" className="button button--quiet" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button button--primary" aria-disabled={isRunning}>
          Add member
        </button>
      </div>
    </form>
  )
}
