import { memo, useRef, useState } from 'react'
import { rowKey } from 'rtk-rest'
import { useDLE } from 'rtk-rest/react'
import { NoteResource } from '../resources/Note'
import { ErrorPanel } from './ErrorPanel'
import { NoteForm } from './NoteForm'
import { NoteItem } from './NoteItem'
import { Alert } from './Refusal'
import { Skeleton } from './Skeleton'
import { StaleNotice } from './StaleNotice'

/** The notes about one member, newest first, and the form that adds one. Memoized, because a change of the member is none of it. */
export const MemberNotes = memo(function MemberNotes({ memberId }: { memberId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Here, because the note itself is gone while it is deleted.
  const [refusal, setRefusal] = useState<string>()
  return (
    <section className="notes" aria-labelledby="notes-heading">
      <h3 id="notes-heading" ref={heading} tabIndex={-1}>
        Notes
      </h3>
      <NoteForm memberId={memberId} />
      <Alert text={refusal} />
      <StaleNotice of={{ endpoint: NoteResource.getList, args: [{ memberId }] }} />
      <NoteList
        memberId={memberId}
        onDelete={() => heading.current?.focus()}
        onRefused={setRefusal}
      />
    </section>
  )
})

interface NoteListProps {
  readonly memberId: string
  readonly onDelete: () => void
  readonly onRefused: (text: string | undefined) => void
}

function NoteList({ memberId, onDelete, onRefused }: NoteListProps) {
  const { data: notes, loading, error, refetch } = useDLE(NoteResource.getList, { memberId })
  if (loading) return <Skeleton label="notes" shape="note" rows={3} />
  if (error) return <ErrorPanel error={error} resetErrorBoundary={() => void refetch()} />
  return (
    <>
      {notes.length === 0 && <p className="empty">Nothing has been noted yet.</p>}
      <ul className="notes__list">
        {notes.map((note) => (
          <NoteItem
            key={rowKey(note)}
            id={note.id}
            memberId={memberId}
            text={note.text}
            createdAt={note.createdAt}
            votes={note.votes}
            onDelete={onDelete}
            onRefused={onRefused}
          />
        ))}
      </ul>
    </>
  )
}
