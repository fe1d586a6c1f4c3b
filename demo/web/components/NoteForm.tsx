import { matchRejected } from 'rtk-rest'
import { useState } from 'react'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useMutation } from 'rtk-rest/react'
import { addNote } from '../resources/Note'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { useFieldError } from './FieldError'
import { Refusal } from './Refusal'

/** Adds a note to the top of every list that shows this member's notes. */
export function NoteForm({ memberId }: { memberId: string }) {
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const [add, { isLoading, error, isError, reset }] = useMutation(addNote)
  const refused = useRefusal(error)
  const [fieldProps, fieldError] = useFieldError(refused, 'text')
  const write = (event: ChangeEvent<HTMLInputElement>) => {
    setText(event.currentTarget.value)
    if (isError) reset()
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isLoading) return
    // The note is in the list already, and the next one can be typed.
    setText('')
    const action = await add({ memberId }, { text })
    if (matchRejected(action)) {
      // It left the list again, and comes back here, before what was typed meanwhile.
      setText((typed) => (typed === '' ? text : `${text} ${typed}`))
    } else announce('The note was added.')
  }
  return (
    <form className="note-form" onSubmit={(event) => void submit(event)} noValidate>
      <input
        aria-label="New note"
        placeholder="Write a note"
        value={text}
        onChange={write}
        autoComplete="off"
        {...fieldProps}
      />
      <button type="submit" className="button" aria-disabled={isLoading}>
        Add note
      </button>
      {fieldError}
      <Refusal refused={refused} fields={['text']} />
    </form>
  )
}
