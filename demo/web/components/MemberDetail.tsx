import { useSuspense } from 'rtk-rest/react'
import { formatDay } from '../formatTime'
import { MemberResource } from '../resources/Member'
import type { Member } from '../resources/Member'
import { useUser } from '../useUser'
import { Avatar } from './Avatar'
import { DeleteMember } from './DeleteMember'
import { MemberName } from './MemberName'
import { StatementDownload } from './StatementDownload'

/** All about one member; shows what a list already knows at once, without a request. */
export function MemberDetail({ id }: { id: string }) {
  const member = useSuspense(MemberResource.get, { id })
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
