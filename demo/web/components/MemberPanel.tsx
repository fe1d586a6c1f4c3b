import { AsyncBoundary } from 'rtk-rest/react'
import { memberClosed } from '../deskSlice'
import { useAppDispatch } from '../store'
import { ErrorPanel } from './ErrorPanel'
import { MemberDetail } from './MemberDetail'
import { MemberNotes } from './MemberNotes'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'

/** The selected member and the notes about them. */
export function MemberPanel({ memberId }: { memberId: string | null }) {
  return (
    <section className="panel panel--member" aria-label="Selected member">
      <SourceButton of="Selected member" />
      {memberId === null ? <NoneSelected /> : <Selected key={memberId} memberId={memberId} />}
    </section>
  )
}

function NoneSelected() {
  return (
    <div className="empty empty--large">
      <h2>No member selected</h2>
      <p>Choose a member from the list to see their details and notes.</p>
    </div>
  )
}

function Selected({ memberId }: { memberId: string }) {
  const dispatch = useAppDispatch()
  return (
    <>
      <div className="panel__head panel__head--close">
        <button
          type="button"
          className="button button--quiet"
          onClick={() => dispatch(memberClosed())}
        >
          Back to members
        </button>
      </div>
      <AsyncBoundary fallback={<Skeleton label="member" rows={4} />} errorComponent={ErrorPanel}>
        <MemberDetail id={memberId} />
      </AsyncBoundary>
      <MemberNotes memberId={memberId} />
    </>
  )
}
