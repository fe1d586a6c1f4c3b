import { memo } from 'react'
import { rowKey } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { memberSelected } from '../deskSlice'
import { formatTime } from '../formatTime'
import { getLatestNotes } from '../resources/Note'
import type { Note } from '../resources/Note'
import { useAppDispatch } from '../store'

/** A list of notes with the names of their members, which follow every rename; suspends until there is one. */
export function LatestNotes({ limit }: { limit: number }) {
  const notes = useSuspense(getLatestNotes, { limit })
  if (notes.length === 0) return <p className="empty">Nothing has been noted yet.</p>
  return (
    <ol className="latest">
      {/* A note that was added here makes the list longer than was requested. */}
      {notes.slice(0, limit).map((note) => (
        <LatestNote key={rowKey(note)} note={note} />
      ))}
    </ol>
  )
}

/** Renders again only when this note changed, or its member. */
const LatestNote = memo(function LatestNote({ note }: { note: Note }) {
  const dispatch = useAppDispatch()
  return (
    <li className="latest__note">
      <div className="latest__head">
        <button
          type="button"
          className="link"
          onClick={() => dispatch(memberSelected(note.member.id))}
        >
          {note.member.name}
        </button>
        <time className="quiet number" dateTime={note.createdAt}>
          {formatTime(note.createdAt)}
        </time>
      </div>
      <p>{note.text}</p>
    </li>
  )
})
