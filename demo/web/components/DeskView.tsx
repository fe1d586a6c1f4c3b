import type { Address } from '../address'
import { LatestNotesPanel } from './LatestNotesPanel'
import { MemberPanel } from './MemberPanel'
import { MembersPanel } from './MembersPanel'

/** The members of the desk, and what was noted about them. */
export function DeskView({ address }: { address: Address }) {
  const { memberId, desk } = address
  return (
    // On a phone there is room for the list or for the member, so the style sheet must know which.
    <main className={memberId === null ? 'desk' : 'desk desk--selected'}>
      <MembersPanel address={address} />
      <MemberPanel memberId={memberId} />
      <LatestNotesPanel desk={desk} />
    </main>
  )
}
