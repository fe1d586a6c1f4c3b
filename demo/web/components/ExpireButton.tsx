import { useController } from 'rtk-rest/react'
import { expireSessions } from '../resources/Session'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

/** Makes the server forget the session without a word to the page, as happens overnight. */
export function ExpireButton() {
  const controller = useController()
  const announce = useAnnounce()
  const { run, isRunning, refusal } = useSubmit(async () => {
    await controller.fetch(expireSessions)
    announce(
      'The server forgot your session. The page finds out with the next thing that needs it.',
    )
  })
  return (
    <>
      <button
        type="button"
        className="button button--quiet"
        aria-disabled={isRunning}
        onClick={run}
      >
        Expire my session
      </button>
      <Refusal text={refusal} />
    </>
  )
}
