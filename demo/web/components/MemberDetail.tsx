import { useDLE } from 'rtk-rest/react'
import { isGone } from '../describeError'
import { formatDay } from '../formatTime'
import { MemberResource } from '../resources/Member'
import type { Member } from '../resources/Member'
import { useUser } from '../useUser'
import { Avatar } from './Avatar'
import { DeleteMember } from './DeleteMember'
import { ErrorPanel } from './ErrorPanel'
import { MemberName } from './MemberName'
import { MemberNotes } from './MemberNotes'
import { Skeleton } from './Skeleton'
import { StatementDownload } from './StatementDownload'

/**
 * All about one member, and the notes about them; shows what a list already knows at once, without a request. `useDLE`, because
 * it gives data of a list along with the error of a refetch.
 */
export function MemberDetail({ id }: { id: string }) {
  const { data: member, loading, error, refetch } = useDLE(MemberResource.get, { id })
  if (error && isGone(error)) {
    return (
      <p className="error" role="alert">
        There is no such member.
      </p>
    )
  }
  return (
    <>
      {loading && <Skeleton label="member" shape="detail" rows={1} />}
      {member && <Detail member={member} />}
      {error && !member && <ErrorPanel error={error} resetErrorBoundary={() => void refetch()} />}
      <MemberNotes memberId={id} />
    </>
  )
}

function Detail({ member }: { member: Member }) {
  const user = useUser()
  return (
    <div className="detail">
      <div className="detail__head">
        <Avatar member={member} isLarge />
        <MemberName member={member} />
      </div>
      <Facts member={member} />
      {user !== undefined && <StatementDownload member={member} />}
      <DeleteMember member={member} />
    </div>
  )
}

function Facts({ member }: { member: Member }) {
  return (
    <dl className="facts">
      <div>
        <dt>Desk</dt>
        <dd>{member.desk}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${member.email}`}>{member.email}</a>
        </dd>
      </div>
      <div>
        <dt>Joined</dt>
        <dd className="number">
          <time dateTime={member.joinedAt.toISOString()}>{formatDay(member.joinedAt)}</time>
        </dd>
      </div>
    </dl>
  )
}
