import { useController } from 'rtk-rest/react'
import { formatTime } from '../formatTime'
import { deleteNote } from '../resources/Note'
import type { Note } from '../resources/Note'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

interface NoteItemProps {
  readonly note: Note
  readonly onDeleted: () => void
}

/** One note, which can be deleted. */
export function NoteItem({ note, onDeleted }: NoteItemProps) {
  const controller = useController()
  const announce = useAnnounce()
  const { run, isRunning, refusal } = useSubmit(async () => {
    await controller.fetch(deleteNote, { memberId: note.memberId, id: note.id })
    announce('The note was deleted.')
    onDeleted()
  })
  return (
    <li className="note">
      <p className="note__text">{note.text}</p>
      <div className="note__foot">
        <time className="quiet number" dateTime={note.createdAt}>
          {formatTime(note.createdAt)}
        </time>
        <button
          type="button"
          className="button button--quiet button--small"
          aria-label={`Delete note: ${note.text}`}
          aria-disabled={isRunning}
          onClick={run}
        >
          Delete
        </button>
      </div>
      <Refusal text={refusal} />
    </li>
  )
}
