import { matchFulfilled } from 'rtk-rest'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { AsyncBoundary } from 'rtk-rest/react'
import { listeners } from '../listeners'
import { reopened } from '../reopening'
import { keyOf } from '../useCall'
import type { Call } from '../useCall'
import { ErrorPanel } from './ErrorPanel'

interface BoundaryProps {
  /** What the children read. */
  readonly of: Call
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** A boundary whose error ends when there is data, or when an outage has ended. */
export function Boundary({ of: call, fallback, children }: BoundaryProps) {
  const key = keyOf(call)
  const listen = useCallback(
    (clear: () => void) =>
      listeners.startListening({
        predicate: (action) =>
          reopened.match(action) || (matchFulfilled(action) && action.meta.arg.key === key),
        effect: () => clear(),
      }),
    [key],
  )
  return (
    <AsyncBoundary fallback={fallback} errorComponent={ErrorPanel} listen={listen}>
      {children}
    </AsyncBoundary>
  )
}
