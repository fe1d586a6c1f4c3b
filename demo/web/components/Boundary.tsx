import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { AsyncBoundary, useController } from 'rtk-rest/react'
import { reopened } from '../reopening'
import { rest } from '../store'
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
  const controller = useController()
  const key = keyOf(call)
  const listen = useCallback(
    (clear: () => void) =>
      controller.onAction((action) => {
        const hasData = rest.matchFulfilled(action) && action.meta.arg.key === key
        if (hasData || reopened.match(action)) clear()
      }),
    [controller, key],
  )
  return (
    <AsyncBoundary fallback={fallback} errorComponent={ErrorPanel} listen={listen}>
      {children}
    </AsyncBoundary>
  )
}
