import { navigate } from '../address'
import { MemberResource } from '../resources/Member'
import { MemberDetail } from './MemberDetail'
import { SourceButton } from './SourceButton'
import { StaleNotice } from './StaleNotice'

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
      <StaleNotice of={{ endpoint: MemberResource.get, args: [{ id: memberId }] }} />
      <MemberDetail id={memberId} />
    </>
  )
}
