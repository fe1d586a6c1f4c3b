import { matchRejected } from 'rtk-rest'
import { useState } from 'react'
import { useMutation } from 'rtk-rest/react'
import { closeDeleted } from '../address'
import { MemberResource } from '../resources/Member'
import type { Member } from '../resources/Member'
import { useAnnounce } from '../useAnnounce'
import { DeleteConfirmation } from './DeleteConfirmation'

/** Deletes a member in two steps, because there is no way back. */
export function DeleteMember({ member }: { member: Member }) {
  const [step, setStep] = useState<'idle' | 'confirming' | 'kept'>('idle')
  if (step === 'confirming') return <Confirmation member={member} onKeep={() => setStep('kept')} />
  return (
    <p className="detail__delete">
      <button
        type="button"
        className="button button--danger"
        // After a cancellation, the focus returns to this button.
        autoFocus={step === 'kept'}
        onClick={() => setStep('confirming')}
      >
        Delete member
      </button>
    </p>
  )
}

function Confirmation({ member, onKeep }: { member: Member; onKeep: () => void }) {
  const { id, name } = member
  const announce = useAnnounce()
  const [deleteMember, { isLoading, error }] = useMutation(MemberResource.delete)
  const submit = async () => {
    if (matchRejected(await deleteMember({ id }))) return
    // Another member may be selected by now, and stays so.
    closeDeleted([id])
    announce(`${name} was deleted.`)
  }
  return (
    <DeleteConfirmation
      what={name}
      progress={`${name} is being deleted.`}
      isDeleting={isLoading}
      error={error}
      onDelete={() => void submit()}
      onKeep={onKeep}
    />
  )
}
