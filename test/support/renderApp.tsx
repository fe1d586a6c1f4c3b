import { render, type RenderResult } from '@testing-library/react'
import { Fragment, type ReactNode, StrictMode } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary, type ErrorFallbackProps } from 'rtk-rest/react'
import { createStore } from './world'

/** Every React suite runs both ways. */
export const modes = [
  ['plainly', Fragment],
  ['in StrictMode', StrictMode],
] as const

export type Mode = (typeof modes)[number][1]

/** Renders a page with a store of its own, in boundaries that show `loading` and the error with a retry button. */
export function renderApp(
  Mode: Mode,
  page: ReactNode,
  world: ReturnType<typeof createStore> = createStore(),
): RenderResult & ReturnType<typeof createStore> {
  const rendered = render(
    <Mode>
      <Provider store={world.store}>
        <AsyncBoundary fallback={<p>loading</p>} errorComponent={Failure}>
          {page}
        </AsyncBoundary>
      </Provider>
    </Mode>,
    { onCaughtError: () => undefined },
  )
  return { ...world, ...rendered }
}

function Failure({ error, resetErrorBoundary }: ErrorFallbackProps): ReactNode {
  return (
    <p role="alert">
      {error.message} <button onClick={resetErrorBoundary}>Retry</button>
    </p>
  )
}
