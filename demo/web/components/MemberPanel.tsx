import { useDLE } from 'rtk-rest/react'
import { navigate } from '../address'
import { isGone } from '../describeError'
import { MemberResource } from '../resources/Member'
import { MemberDetail } from './MemberDetail'
import { MemberNotes } from './MemberNotes'
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
  const { error } = useDLE(MemberResource.get, { id: memberId })
  return (
    <>
      <div className="panel__head panel__head--close">
        <button
          type="button"
          className="button button--quiet"
          onClick={() => navigate({ memberId: null })}
        >
          Back to members
        </button>
      </div>
      {error && isGone(error) ? (
        <p className="error" role="alert">
          There is no such member.
        </p>
      ) : (
        <>
          <MemberDetail id={memberId} />
          <MemberNotes memberId={memberId} />
        </>
      )}
    </>
  )
}
