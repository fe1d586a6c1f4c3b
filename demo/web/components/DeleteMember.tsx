import { useState } from 'react'
import { useController } from 'rtk-rest/react'
import { memberClosed } from '../deskSlice'
import { MemberResource } from '../resources/Member'
import type { Member } from '../resources/Member'
import { useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
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
  return <DeleteConfirmation what={member.name} submit={useDelete(member)} onKeep={onKeep} />
}

function useDelete({ id, name }: Member) {
  const controller = useController()
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  return useSubmit(async () => {
    await controller.fetch(MemberResource.delete, { id })
    dispatch(memberClosed())
    announce(`${name} was deleted.`)
  })
}
