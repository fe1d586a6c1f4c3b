import { useState } from 'react'
import { useAppSelector } from '../store'
import { AnnounceContext } from '../useAnnounce'
import { DeskFooter } from './DeskFooter'
import { DeskHeader } from './DeskHeader'
import { LatestNotesPanel } from './LatestNotesPanel'
import { MemberPanel } from './MemberPanel'
import { MembersPanel } from './MembersPanel'

/** The page. */
export function App() {
  const [news, announce] = useState('')
  const selectedId = useAppSelector((state) => state.desk.selectedMemberId)
  return (
    <AnnounceContext value={announce}>
      <DeskHeader />
      {/* On a phone there is room for the list or for the member, so the style sheet must know which. */}
      <main className={selectedId === null ? 'desk' : 'desk desk--selected'}>
        <MembersPanel />
        <MemberPanel memberId={selectedId} />
        <LatestNotesPanel />
      </main>
      <DeskFooter news={news} />
    </AnnounceContext>
  )
}
