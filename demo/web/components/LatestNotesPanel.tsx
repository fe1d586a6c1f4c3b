import { memo } from 'react'
import { getLatestNotes } from '../resources/Note'
import { LatestNotes } from './LatestNotes'
import { Reading } from './Reading'
import { RefreshButton } from './RefreshButton'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'

const limit = 12
const call = { endpoint: getLatestNotes, args: [{ limit }] }

/** The latest notes about all members; `desk` is the one that stays chosen when a member is. */
export const LatestNotesPanel = memo(function LatestNotesPanel({ desk }: { desk: string }) {
  return (
    <section className="panel panel--latest" aria-labelledby="latest-heading">
      <div className="panel__head">
        <h2 id="latest-heading" tabIndex={-1}>
          Latest notes
        </h2>
        <SourceButton of="Latest notes" />
        <RefreshButton of={call} what="latest notes" />
      </div>
      <Reading of={call} fallback={<Skeleton label="latest notes" shape="latest" rows={8} />}>
        <LatestNotes limit={limit} desk={desk} />
      </Reading>
    </section>
  )
})
