import type { Address } from '../address'
import { MemberResource } from '../resources/Member'
import { DeskMembers } from './DeskMembers'
import { DeskTabs } from './DeskTabs'
import { NewMemberButton } from './NewMemberButton'
import { RefreshButton } from './RefreshButton'
import { SourceButton } from './SourceButton'

/** The members of the chosen desk. */
export function MembersPanel({ address }: { address: Address }) {
  const { desk } = address
  const args = listArgs(desk)
  return (
    <section className="panel panel--members" aria-labelledby="members-heading">
      <div className="panel__head">
        <h2 id="members-heading" tabIndex={-1}>
          Members
        </h2>
        <SourceButton of="Members" />
        <RefreshButton of={{ endpoint: MemberResource.getList, args: [args] }} what="members" />
        <NewMemberButton desk={desk} />
      </div>
      <DeskTabs selected={desk} />
      {/* The key gives each desk a boundary of its own: an error of one says nothing about another. */}
      <DeskMembers key={desk} args={args} address={address} />
    </section>
  )
}

function listArgs(desk: string): { desk?: string } {
  return desk === '' ? {} : { desk }
}
