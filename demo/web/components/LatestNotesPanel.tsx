import type { Address } from '../address'
import { getLatestNotes } from '../resources/Note'
import { LatestNotes } from './LatestNotes'
import { Reading } from './Reading'
import { RefreshButton } from './RefreshButton'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'

const limit = 12
const call = { endpoint: getLatestNotes, args: [{ limit }] }

/** The latest notes about all members. */
export function LatestNotesPanel({ address }: { address: Address }) {
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
        <LatestNotes limit={limit} address={address} />
      </Reading>
    </section>
  )
}
