import { memo } from 'react'
import { formatNumber } from '../formatNumber'
import { Member } from '../resources/Member'
import { Avatar } from './Avatar'
import { SavingMark } from './SavingMark'

interface MemberRowProps {
  readonly member: Member
  readonly href: string
  readonly isSelected: boolean
}

/** One member of the list; renders again only when this member changed, as a member that did not is the same object. */
export const MemberRow = memo(function MemberRow({ member, href, isSelected }: MemberRowProps) {
  return (
    <li>
      <a
        id={`member-${member.id}`}
        className="member"
        href={href}
        aria-current={isSelected ? 'true' : undefined}
      >
        <MemberSummary member={member} />
      </a>
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
      <SavingMark of={Member} pk={member.id} />
    </>
  )
}

const NoteCount = memo(function NoteCount({ count }: { count: number }) {
  return (
    <span className="member__count number">
      {formatNumber(count)} <span className="quiet">{count === 1 ? 'note' : 'notes'}</span>
    </span>
  )
})
