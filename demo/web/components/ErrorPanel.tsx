import type { MouseEvent } from 'react'
import { describeError } from '../describeError'

interface ErrorPanelProps {
  readonly error: Error
  readonly resetErrorBoundary: () => void
}

/** Stands where something could not be read, and offers to try again. */
export function ErrorPanel({ error, resetErrorBoundary }: ErrorPanelProps) {
  const retry = (event: MouseEvent<HTMLButtonElement>) => {
    // The button is about to vanish, and the keyboard must not fall back to the top of the page.
    event.currentTarget.closest('section')?.querySelector<HTMLElement>('h2, h3')?.focus()
    resetErrorBoundary()
  }
  return (
    <div className="error" role="alert">
      <p>{describeError(error)}</p>
      <button type="button" className="button" onClick={retry}>
        Retry
      </button>
    </div>
  )
}
