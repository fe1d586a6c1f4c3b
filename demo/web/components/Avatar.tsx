import type { Member } from '../resources/Member'

/** The initials of a member; the name always stands beside it, so it is silent. */
export function Avatar({ member, isLarge = false }: { member: Member; isLarge?: boolean }) {
  return (
    <span className={isLarge ? 'avatar avatar--large' : 'avatar'} aria-hidden="true">
      {member.initials}
    </span>
  )
}
