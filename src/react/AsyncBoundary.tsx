import { type ComponentType, type ReactNode, Suspense } from 'react'
import { ErrorBoundary, type ErrorBoundaryProps, type ErrorFallbackProps } from './ErrorBoundary'

export interface AsyncBoundaryProps {
  readonly children?: ReactNode
  /** Shown while a child waits for data. */
  readonly fallback?: ReactNode
  /** Shown in place of an error. */
  readonly errorComponent?: ComponentType<ErrorFallbackProps>
  readonly errorClassName?: string
  readonly listen?: ErrorBoundaryProps['listen']
}

/**
 * One boundary for both: children that wait, and children that failed.
 *
 * @example
 * <AsyncBoundary fallback={<Skeleton />} errorComponent={Failure}><UserList /></AsyncBoundary>
 */
export function AsyncBoundary(props: AsyncBoundaryProps): ReactNode {
  const { children, fallback, errorComponent, errorClassName, listen } = props
  return (
    <Suspense fallback={fallback}>
      <ErrorBoundary
        fallbackComponent={errorComponent}
        className={errorClassName}
        {...(listen && { listen })}
      >
        {children}
      </ErrorBoundary>
    </Suspense>
  )
}
