import { useEffect, useRef } from 'react'
import { navigate } from '../address'
import { sessionCleared } from '../sessionSlice'
import { useAppDispatch } from '../store'

/** Stands in place of the views when the server knows the session no more, until the person goes on. */
export function SessionEnded() {
  const dispatch = useAppDispatch()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // Nothing that somebody chose stays for who comes next.
    navigate({ memberId: null, desk: '' }, { replace: true })
  }, [])
  return (
    <main className="desk desk--alone">
      <section className="panel empty empty--large" role="alert">
        <h2 ref={heading} tabIndex={-1}>
          Your session has ended. Sign in again.
        </h2>
        <p>
          All that was read in it has been forgotten. What anybody may see is there without one.
        </p>
        <p className="empty__action">
          <button type="button" className="button" onClick={() => dispatch(sessionCleared())}>
            Go on without signing in
          </button>
        </p>
      </section>
    </main>
  )
}
