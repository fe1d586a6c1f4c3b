import { AsyncBoundary } from 'rtk-rest/react'
import { getLatestNotes } from '../resources/Note'
import { rest, useAppDispatch } from '../store'
import { ErrorPanel } from './ErrorPanel'
import { LatestNotes } from './LatestNotes'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'

const limit = 12

/** The latest notes about all members. */
export function LatestNotesPanel() {
  const dispatch = useAppDispatch()
  const refresh = () => {
    dispatch(rest.invalidate(getLatestNotes, { limit }))
  }
  return (
    <section className="panel panel--latest" aria-labelledby="latest-heading">
      <div className="panel__head">
        <h2 id="latest-heading" tabIndex={-1}>
          Latest notes
        </h2>
        <SourceButton of="Latest notes" />
        <button
          type="button"
          className="button button--quiet"
          aria-label="Refresh latest notes"
          onClick={refresh}
        >
          Refresh
        </button>
      </div>
      <AsyncBoundary
        fallback={<Skeleton label="latest notes" rows={6} />}
        errorComponent={ErrorPanel}
      >
        <LatestNotes limit={limit} />
      </AsyncBoundary>
    </section>
  )
}
