import { MemberResource } from '../resources/Member'
import { rest, useAppDispatch, useAppSelector } from '../store'
import { useAnnounce } from '../useAnnounce'
import { DeskMembers } from './DeskMembers'
import { DeskTabs } from './DeskTabs'
import { NewMemberButton } from './NewMemberButton'
import { SourceButton } from './SourceButton'

/** The members of the chosen desk. */
export function MembersPanel() {
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const desk = useAppSelector((state) => state.desk.deskFilter)
  const refresh = () => {
    dispatch(rest.invalidate(MemberResource.getList, listArgs(desk)))
    announce('Requested the members again.')
  }
  return (
    <section className="panel panel--members" aria-labelledby="members-heading">
      <div className="panel__head">
        <h2 id="members-heading" tabIndex={-1}>
          Members
        </h2>
        <SourceButton of="Members" />
        <button type="button" className="button button--quiet" onClick={refresh}>
          Refresh
        </button>
        <NewMemberButton desk={desk} />
      </div>
      <DeskTabs selected={desk} />
      {/* The key gives each desk a boundary of its own: an error of one says nothing about another. */}
      <DeskMembers key={desk} args={listArgs(desk)} />
    </section>
  )
}

function listArgs(desk: string): { desk?: string } {
  return desk === '' ? {} : { desk }
}
