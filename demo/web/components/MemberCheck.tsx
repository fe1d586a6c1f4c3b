import { memo } from 'react'
import type { Member } from '../resources/Member'
import { MemberSummary } from './MemberRow'

interface MemberCheckProps {
  readonly member: Member
  readonly isChecked: boolean
  readonly onToggle: (id: string) => void
}

/** One member of the list, while members are selected. */
export const MemberCheck = memo(function MemberCheck(props: MemberCheckProps) {
  const { member, isChecked, onToggle } = props
  return (
    <li>
      <label className="member">
        <input
          type="checkbox"
          aria-label={`Select ${member.name}`}
          checked={isChecked}
          onChange={() => onToggle(member.id)}
        />
        <MemberSummary member={member} />
      </label>
    </li>
  )
})
