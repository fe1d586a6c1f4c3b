import { useState } from 'react'
import { Entity, resource, serial } from 'rtk-rest'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Note extends Entity {
  id = ''
  text = ''
  static override key = 'Note'
}

export const NoteResource = resource({ urlPrefix: API, path: '/notes/:id', schema: Note })

const saveNote = NoteResource.partialUpdate.extend({ scope: [serial, ({ id }) => `note ${id}`] })

export function NoteEditor({ id }: { readonly id: string }) {
  const note = useSuspense(NoteResource.get, { id })
  const [text, setText] = useState(note.text)
  const [save, { isLoading, error }] = useMutation(saveNote, { debounce: 500 })
  const change = (typed: string) => {
    setText(typed)
    void save({ id }, { text: typed })
  }
  return (
    <>
      <textarea aria-label="Note" value={text} onChange={(event) => change(event.target.value)} />
      <p role="status">{isLoading ? 'Saving …' : error ? 'Not saved' : 'Saved'}</p>
      {error && <button onClick={() => change(text)}>Try again</button>}
    </>
  )
}
