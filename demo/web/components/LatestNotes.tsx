import { memo } from 'react'
import { rowKey } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { hrefOf } from '../address'
import { formatTime } from '../formatTime'
import { getLatestNotes } from '../resources/Note'
import type { Note } from '../resources/Note'

interface LatestNotesProps {
  readonly limit: number
  readonly desk: string
}

/** A list of notes with the names of their members, which follow every rename; suspends until there is one. */
export function LatestNotes({ limit, desk }: LatestNotesProps) {
  const notes = useSuspense(getLatestNotes, { limit })
  if (notes.length === 0) return <p className="empty">Nothing has been noted yet.</p>
  return (
    <ol className="latest">
      {/* A note that was added here makes the list longer than was requested. */}
      {notes.slice(0, limit).map((note) => (
        <LatestNote
          key={rowKey(note)}
          note={note}
          href={hrefOf({ view: 'desk', desk, memberId: note.member.id })}
        />
      ))}
    </ol>
  )
}

/** Renders again only when this note changed, or its member. */
const LatestNote = memo(function LatestNote({ note, href }: { note: Note; href: string }) {
  return (
    <li className="latest__note">
      <div className="latest__head">
        <a className="link" href={href}>
          {note.member.name}
        </a>
        <time className="quiet number" dateTime={note.createdAt}>
          {formatTime(note.createdAt)}
        </time>
      </div>
      <p>{note.text}</p>
    </li>
  )
})
