import { useState } from 'react'
import { useCache } from 'rtk-rest/react'
import { MemberResource } from '../resources/Member'
import { DeleteMany, many } from './DeleteMany'

interface SelectedMembersProps {
  readonly args: { desk?: string }
  readonly selection: ReadonlySet<string>
  readonly onEnd: () => void
}

/** How many members are selected, and what can be done with them. */
export function SelectedMembers({ args, selection, onEnd }: SelectedMembersProps) {
  const members = useCache(MemberResource.getList, args) ?? []
  const [isAsking, setAsking] = useState(false)
  // What was deleted meanwhile cannot be selected any more.
  const ids = members.map(({ id }) => id).filter((id) => selection.has(id))
  if (isAsking) return <DeleteMany ids={ids} onKeep={() => setAsking(false)} onDone={onEnd} />
  return (
    <div className="tools">
      <button
        type="button"
        className="button button--small button--danger"
        aria-disabled={ids.length === 0}
        onClick={() => setAsking(ids.length > 0)}
      >
        Delete {many(ids.length)}
      </button>
      <button
        type="button"
        className="button button--small button--quiet"
        autoFocus
        onClick={onEnd}
      >
        Cancel selection
      </button>
    </div>
  )
}
