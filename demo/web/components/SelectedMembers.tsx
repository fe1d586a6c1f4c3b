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
  const [step, setStep] = useState<'idle' | 'confirming' | 'kept'>('idle')
  // What was deleted meanwhile cannot be selected any more.
  const ids = members.map(({ id }) => id).filter((id) => selection.has(id))
  if (step === 'confirming') {
    return <DeleteMany ids={ids} onKeep={() => setStep('kept')} onDone={onEnd} />
  }
  return (
    <div className="tools">
      <button
        type="button"
        className="button button--small button--danger"
        aria-disabled={ids.length === 0}
        // After a cancellation, the focus returns to this button.
        autoFocus={step === 'kept'}
        onClick={() => setStep(ids.length > 0 ? 'confirming' : 'idle')}
      >
        Delete {many(ids.length)}
      </button>
      <button
        type="button"
        className="button button--small button--quiet"
        autoFocus={step === 'idle'}
        onClick={onEnd}
      >
        Cancel selection
      </button>
    </div>
  )
}
