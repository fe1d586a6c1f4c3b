import { useMutation } from 'rtk-rest/react'
import { formatTime } from '../formatTime'
import { deleteNote } from '../resources/Note'
import type { Note } from '../resources/Note'
import { rest } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'
import { SavingMark } from './SavingMark'

interface NoteItemProps {
  readonly note: Note
  readonly onDeleted: () => void
}

/** One note, which can be deleted. */
export function NoteItem({ note, onDeleted }: NoteItemProps) {
  const announce = useAnnounce()
  const [remove, { isLoading, error }] = useMutation(deleteNote)
  const submit = async () => {
    if (isLoading) return
    if (rest.matchRejected(await remove({ memberId: note.memberId, id: note.id }))) return
    announce('The note was deleted.')
    onDeleted()
  }
  return (
    <li className="note">
      <p className="note__text">{note.text}</p>
      <SavingMark of={note} />
      <div className="note__foot">
        <time className="quiet number" dateTime={note.createdAt}>
          {formatTime(note.createdAt)}
        </time>
        <button
          type="button"
          className="button button--quiet button--small"
          aria-label={`Delete note: ${note.text}`}
          aria-disabled={isLoading}
          onClick={() => void submit()}
        >
          Delete
        </button>
      </div>
      <Refusal refused={useRefusal(error)} />
    </li>
  )
}
