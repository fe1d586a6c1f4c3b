import { useController } from 'rtk-rest/react'
import { signOut } from '../resources/Session'
import { sessionCleared } from '../sessionSlice'
import { useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

/** Ends the session here and on the server, and forgets all that was read in it. */
export function SignOutButton({ onDone }: { onDone: () => void }) {
  const controller = useController()
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const { run, isRunning, refusal } = useSubmit(async () => {
    await controller.fetch(signOut)
    dispatch(sessionCleared())
    controller.resetEntireStore()
    announce('You are signed out.')
    onDone()
  })
  return (
    <>
      <button
        type="button"
        className="button button--quiet"
        aria-disabled={isRunning}
        onClick={run}
      >
        Sign out
      </button>
      <Refusal text={refusal} />
    </>
  )
}
