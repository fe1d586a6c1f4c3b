import { memo } from 'react'
import { memberSelected } from '../deskSlice'
import type { Member } from '../resources/Member'
import { useAppDispatch } from '../store'
import { Avatar } from './Avatar'
import { SavingMark } from './SavingMark'

interface MemberRowProps {
  readonly member: Member
  readonly isSelected: boolean
}

/** One member of the list; renders again only when this member changed, as a member that did not is the same object. */
export const MemberRow = memo(function MemberRow({ member, isSelected }: MemberRowProps) {
  const dispatch = useAppDispatch()
  return (
    <li>
      <button
        type="button"
        id={`member-${member.id}`}
        className="member"
        aria-current={isSelected}
        onClick={() => dispatch(memberSelected(member.id))}
      >
        <MemberSummary member={member} />
      </button>
    </li>
  )
})

/** A member in a line. */
export function MemberSummary({ member }: { member: Member }) {
  return (
    <>
      <Avatar member={member} />
      <span className="member__text">
        <span className="member__name">{member.name}</span>
        <span className="quiet">{member.desk}</span>
      </span>
      <NoteCount count={member.noteCount} />
      <SavingMark of={member} />
    </>
  )
}

function NoteCount({ count }: { count: number }) {
  return (
    <span className="member__count number">
      {count} <span className="quiet">{count === 1 ? 'note' : 'notes'}</span>
    </span>
  )
}
