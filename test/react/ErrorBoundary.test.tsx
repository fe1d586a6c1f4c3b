import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { AsyncBoundary, ErrorBoundary } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes } from '../support/renderApp'

const quietly = { onCaughtError: () => undefined }

function Broken({ isBroken = true }: { isBroken?: boolean }): ReactNode {
  if (isBroken) throw new Error('out of order')
  return <p>works</p>
}

describe.each(modes)('ErrorBoundary %s', (_, Mode) => {
  it('shows the message in an alert with the given class', () => {
    render(
      <Mode>
        <ErrorBoundary className="sorry">
          <Broken />
        </ErrorBoundary>
      </Mode>,
      quietly,
    )
    expect(screen.getByRole('alert').textContent).toBe('out of order')
    expect(screen.getByRole('alert').className).toBe('sorry')
  })

  it('shows the children again when the fallback component resets it', () => {
    let isBroken = true
    const Page = () => (
      <Mode>
        <ErrorBoundary
          fallbackComponent={({ error, resetErrorBoundary }) => (
            <button onClick={resetErrorBoundary}>{error.message}</button>
          )}
        >
          <Broken isBroken={isBroken} />
        </ErrorBoundary>
      </Mode>
    )
    const { rerender } = render(<Page />, quietly)
    isBroken = false
    rerender(<Page />)
    fireEvent.click(screen.getByText('out of order'))
    expect(screen.getByText('works')).toBeTruthy()
  })

  it('is reset by the `listen` callback, and stops listening when it unmounts', () => {
    const listeners = new Set<() => void>()
    const listen = (clear: () => void) => {
      listeners.add(clear)
      return () => listeners.delete(clear)
    }
    let isBroken = true
    const Page = () => (
      <Mode>
        <AsyncBoundary listen={listen}>
          <Broken isBroken={isBroken} />
        </AsyncBoundary>
      </Mode>
    )
    const { rerender, unmount } = render(<Page />, quietly)
    isBroken = false
    rerender(<Page />)
    expect(screen.getByRole('alert')).toBeTruthy()
    act(() => listeners.forEach((clear) => clear()))
    expect(screen.getByText('works')).toBeTruthy()
    unmount()
    expect(listeners.size).toBe(0)
  })

  it('passes errorClassName to the fallback', () => {
    render(
      <Mode>
        <AsyncBoundary errorClassName="sorry">
          <Broken />
        </AsyncBoundary>
      </Mode>,
      quietly,
    )
    expect(screen.getByRole('alert').className).toBe('sorry')
  })
})
