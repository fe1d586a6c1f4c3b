import { useState } from 'react'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useController } from 'rtk-rest/react'
import { NoteResource } from '../resources/Note'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

/** Adds a note to the top of every list that shows this member's notes. */
export function NoteForm({ memberId }: { memberId: string }) {
  const controller = useController()
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const { run, isRunning, refusal, forget } = useSubmit(async () => {
    await controller.fetch(NoteResource.getList.unshift, { memberId }, { text })
    setText('')
    announce('The note was added.')
  })
  const write = (event: ChangeEvent<HTMLInputElement>) => {
    setText(event.currentTarget.value)
    forget()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <form className="note-form" onSubmit={submit} noValidate>
      <input
        aria-label="New note"
        placeholder="Write a note"
        value={text}
        onChange={write}
        autoComplete="off"
      />
      <button type="submit" className="button" aria-disabled={isRunning}>
        Add note
      </button>
      <Refusal text={refusal} />
    </form>
  )
}
