import { matchRejected } from 'rtk-rest'
import { useMutation } from 'rtk-rest/react'
import { expireSessions } from '../resources/Session'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'

/** Makes the server forget the session without a word to the page, as happens overnight. */
export function ExpireButton() {
  const announce = useAnnounce()
  const [expire, { isLoading, error }] = useMutation(expireSessions)
  const submit = async () => {
    if (isLoading || matchRejected(await expire())) return
    announce(
      'The server forgot your session. The page finds out with the next thing that needs it.',
    )
  }
  return (
    <>
      <button
        type="button"
        className="button button--quiet"
        aria-disabled={isLoading}
        onClick={() => void submit()}
      >
        Expire <span className="expire__what">my session</span>
      </button>
      <Refusal refused={useRefusal(error)} />
    </>
  )
}
