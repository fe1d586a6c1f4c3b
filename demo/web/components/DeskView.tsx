import { useAppSelector } from '../store'
import { LatestNotesPanel } from './LatestNotesPanel'
import { MemberPanel } from './MemberPanel'
import { MembersPanel } from './MembersPanel'

/** The members of the desk, and what was noted about them. */
export function DeskView() {
  const selectedId = useAppSelector((state) => state.desk.selectedMemberId)
  return (
    // On a phone there is room for the list or for the member, so the style sheet must know which.
    <main className={selectedId === null ? 'desk' : 'desk desk--selected'}>
      <MembersPanel />
      <MemberPanel memberId={selectedId} />
      <LatestNotesPanel />
    </main>
  )
}
