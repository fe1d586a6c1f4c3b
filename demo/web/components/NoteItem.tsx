import { memo } from 'react'
import { useMutation } from 'rtk-rest/react'
import { refusalOf } from '../describeError'
import { formatNumber } from '../formatNumber'
import { formatTime } from '../formatTime'
import { deleteNote, Note, voteForNote } from '../resources/Note'
import { useAnnounce } from '../useAnnounce'
import { SavingMark } from './SavingMark'

interface NoteItemProps extends Pick<Note, 'id' | 'memberId' | 'text' | 'createdAt' | 'votes'> {
  readonly onDelete: () => void
  /** Shows why a change was refused, or that there is no such sentence any more. */
  readonly onRefused: (text: string | undefined) => void
}

/**
 * One note, which can be voted for and deleted. Where the server does not have it yet, both wait until it does. It takes the fields
 * that it shows: a note is another object when its member is renamed, and these are not.
 */
export const NoteItem = memo(function NoteItem(props: NoteItemProps) {
  const { id, text, createdAt } = props
  return (
    <li className="note">
      <p className="note__text">{text}</p>
      <SavingMark of={Note} pk={id} />
      <div className="note__foot">
        <time className="note__time quiet number" dateTime={createdAt}>
          {formatTime(createdAt)}
        </time>
        <VoteButton {...props} />
        <DeleteButton {...props} />
      </div>
    </li>
  )
})

/** Counts each click at once, however many are on their way. */
function VoteButton({ id, memberId, text, votes, onRefused }: NoteItemProps) {
  const [vote] = useMutation(voteForNote)
  const submit = async () => {
    onRefused(undefined)
    const refused = await refusalOf(vote({ memberId, id }).unwrap())
    if (refused !== undefined)
      onRefused(`The vote for ${quote(text)} was not counted. ${refused.message}`)
  }
  return (
    <button
      type="button"
      className="button button--quiet button--small"
      onClick={() => void submit()}
    >
      <span aria-hidden="true">▲</span> <span className="number">{formatNumber(votes)}</span>{' '}
      <span className="visually-hidden">
        {votes === 1 ? 'vote' : 'votes'}, vote for note: {text}
      </span>
    </button>
  )
}

function DeleteButton({ id, memberId, text, onDelete, onRefused }: NoteItemProps) {
  const announce = useAnnounce()
  const [remove] = useMutation(deleteNote)
  const submit = async () => {
    // The note vanishes now, and is back if the server refuses.
    onRefused(undefined)
    onDelete()
    const refused = await refusalOf(remove({ memberId, id }).unwrap())
    if (refused === undefined) announce('The note was deleted.')
    else onRefused(`The note ${quote(text)} was not deleted. ${refused.message}`)
  }
  return (
    <button
      type="button"
      className="button button--quiet button--small"
      aria-label={`Delete note: ${text}`}
      // The second click of a double click hits the note that took the place of this one.
      onClick={({ detail }) => detail <= 1 && void submit()}
    >
      Delete
    </button>
  )
}

/** A text in quotation marks, cut short where it is long. */
function quote(text: string): string {
  return `\u201C${text.length > 40 ? `${text.slice(0, 39)}\u2026` : text}\u201D`
}
