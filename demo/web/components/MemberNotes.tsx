import { useRef } from 'react'
import { useDLE } from 'rtk-rest/react'
import { NoteResource } from '../resources/Note'
import { rest, useAppDispatch } from '../store'
import { ErrorPanel } from './ErrorPanel'
import { NoteForm } from './NoteForm'
import { NoteItem } from './NoteItem'
import { Skeleton } from './Skeleton'

/** The notes about one member, newest first, and the form that adds one. */
export function MemberNotes({ memberId }: { memberId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="notes" aria-labelledby="notes-heading">
      <h3 id="notes-heading" ref={heading} tabIndex={-1}>
        Notes
      </h3>
      <NoteForm memberId={memberId} />
      <NoteList memberId={memberId} onDeleted={() => heading.current?.focus()} />
    </section>
  )
}

function NoteList({ memberId, onDeleted }: { memberId: string; onDeleted: () => void }) {
  const dispatch = useAppDispatch()
  const { data: notes, loading, error } = useDLE(NoteResource.getList, { memberId })
  if (loading) return <Skeleton label="notes" rows={2} />
  if (error) {
    const retry = () => void dispatch(rest.fetch(NoteResource.getList, { memberId }))
    return <ErrorPanel error={error} resetErrorBoundary={retry} />
  }
  if (notes.length === 0) return <p className="empty">Nothing has been noted yet.</p>
  return (
    <ul className="notes__list">
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} onDeleted={onDeleted} />
      ))}
    </ul>
  )
}
