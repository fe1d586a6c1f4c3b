import { Component, type ComponentType, type ReactNode, Suspense } from 'react'
import { retryError } from '../store/state/errors'

/** The props of the component that is shown in place of an error. */
export interface ErrorFallbackProps {
  /** The error that was thrown; other values than errors are wrapped in one. */
  readonly error: Error
  /** Renders the children again, and repeats the requests that failed. */
  resetErrorBoundary(): void
  /** The `className` of the boundary. */
  readonly className?: string | undefined
}

/** The props of `ErrorBoundary`. */
export interface ErrorBoundaryProps {
  /** The content that is shown unless one of them threw an error. */
  readonly children?: ReactNode
  /** Default: the error's message in a `<pre role="alert">`. */
  readonly fallbackComponent?: ComponentType<ErrorFallbackProps> | undefined
  /** Passed on to the fallback component. */
  readonly className?: string | undefined
  /** Subscribes to what clears the error, such as a change of pages; returns how to stop. */
  listen?(clear: () => void): () => void
}

interface ErrorBoundaryState {
  readonly error: Error | undefined
}

/** Shows something else where a child threw an error. A retry renders the children again, and repeats the requests that failed. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { error: undefined }
  #stopListening: (() => void) | undefined

  /** Called by React. */
  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidMount(): void {
    this.#listen()
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (before.listen === this.props.listen) return
    this.#stopListening?.()
    this.#listen()
  }

  override componentWillUnmount(): void {
    this.#stopListening?.()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const { fallbackComponent: Fallback = DefaultFallback, className } = this.props
    return <Fallback error={error} resetErrorBoundary={this.#reset} className={className} />
  }

  #listen(): void {
    this.#stopListening = this.props.listen?.(this.#reset)
  }

  readonly #reset = (): void => {
    const { error } = this.state
    if (error === undefined) return
    retryError(error)
    this.setState({ error: undefined })
  }
}

function DefaultFallback({ error, className }: ErrorFallbackProps): ReactNode {
  return (
    <pre role="alert" className={className}>
      {error.message}
    </pre>
  )
}

/** The props of `AsyncBoundary`. */
export interface AsyncBoundaryProps {
  /** The content that is shown when none of them waits or threw an error. */
  readonly children?: ReactNode
  /** Shown while a child waits for data. */
  readonly fallback?: ReactNode
  /** Shown in place of an error. */
  readonly errorComponent?: ComponentType<ErrorFallbackProps>
  /** Passed on to the component that is shown in place of an error. */
  readonly errorClassName?: string
  /** Like that of `ErrorBoundary`: subscribes to what clears the error; returns how to stop. */
  readonly listen?: ErrorBoundaryProps['listen']
}

/**
 * Shows a fallback while children wait, and another where a child threw an error: `Suspense` around `ErrorBoundary`.
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
