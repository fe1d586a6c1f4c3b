import { matchRejected } from 'rtk-rest'
import { useController, useMutation } from 'rtk-rest/react'
import { signOut } from '../resources/Session'
import { sessionCleared } from '../sessionSlice'
import { useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'

/** Ends the session here and on the server, and forgets all that was read in it. */
export function SignOutButton({ onDone }: { onDone: () => void }) {
  const controller = useController()
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const [leave, { isLoading, error }] = useMutation(signOut)
  const submit = async () => {
    if (isLoading || matchRejected(await leave())) return
    dispatch(sessionCleared())
    controller.reset()
    announce('You are signed out.')
    onDone()
  }
  return (
    <>
      <button
        type="button"
        className="button button--quiet"
        aria-disabled={isLoading}
        onClick={() => void submit()}
      >
        Sign out
      </button>
      <Refusal refused={useRefusal(error)} />
    </>
  )
}
