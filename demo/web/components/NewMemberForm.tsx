import { matchRejected } from 'rtk-rest'
import { useState } from 'react'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useMutation } from 'rtk-rest/react'
import { desks } from '../../desks'
import { navigate } from '../address'
import type { Refused } from '../describeError'
import { MemberResource } from '../resources/Member'
import { useAnnounce } from '../useAnnounce'
import { useFocusOnInvalid } from '../useFocusOnInvalid'
import { useIsOpen } from '../useIsOpen'
import { useRefusal } from '../useRefusal'
import { FormActions } from './FormActions'
import { Refusal } from './Refusal'
import { SelectField } from './SelectField'
import { TextField } from './TextField'

interface NewMemberFormProps {
  readonly desk: string
  readonly onDone: () => void
}

/** Adds a member to every list that it belongs to, and selects it, unless the form was left meanwhile. */
export function NewMemberForm({ desk, onDone }: NewMemberFormProps) {
  const announce = useAnnounce()
  const isOpen = useIsOpen()
  const [draft, setDraft] = useState({ name: '', email: '', desk: desk || desks[0] })
  const [add, { isLoading, error }] = useMutation(MemberResource.getList.push)
  const refused = useRefusal(error)
  const change = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const { name, value } = event.currentTarget
    setDraft((before) => ({ ...before, [name]: value }))
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isLoading) return
    const call = add(draft)
    if (matchRejected(await call)) return
    const member = await call.unwrap()
    announce(`${member.name} was added.`)
    if (!isOpen()) return
    onDone()
    navigate({ memberId: member.id })
  }
  return (
    // The server checks the fields, and its words are shown: this form has no rules of its own.
    <form
      ref={useFocusOnInvalid(refused)}
      className="form"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Fields draft={draft} onChange={change} refused={refused} />
      <Refusal refused={refused} fields={Object.keys(draft)} />
      <FormActions submit="Add member" isLoading={isLoading} onCancel={onDone} />
    </form>
  )
}

interface FieldsProps {
  readonly draft: { readonly name: string; readonly email: string; readonly desk: string }
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  readonly refused: Refused | undefined
}

function Fields({ draft, onChange, refused }: FieldsProps) {
  const shared = { onChange, refused, autoComplete: 'off' } as const
  return (
    <>
      <TextField label="Name" name="name" value={draft.name} autoFocus {...shared} />
      <TextField label="Email" name="email" type="email" value={draft.email} {...shared} />
      <SelectField
        label="Desk"
        name="desk"
        value={draft.desk}
        options={desks}
        onChange={onChange}
        refused={refused}
      />
    </>
  )
}
