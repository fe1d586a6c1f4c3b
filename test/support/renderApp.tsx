import { render, type RenderOptions, type RenderResult } from '@testing-library/react'
import { Fragment, type ReactNode, StrictMode, version } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary, type ErrorFallbackProps } from 'rtk-rest/react'
import { isExhaustive } from './runs'
import { createStore } from './world'

export type Mode = typeof Fragment | typeof StrictMode

type NamedMode = readonly [name: string, mode: Mode]

const plain: NamedMode = ['outside StrictMode', Fragment]
const strict: NamedMode = ['in StrictMode', StrictMode]

/** How a React suite runs: in StrictMode, and on React 18 outside of it; in an exhaustive run both ways on each. */
export const modes: readonly NamedMode[] = isExhaustive
  ? [plain, strict]
  : [version.startsWith('18.') ? plain : strict]

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
    quiet,
  )
  return { ...world, ...rendered }
}

const recovered: unknown[] = []

/** React 19 leaves out of the console what a boundary catches (18 has no such option); both note what they recover from. */
const quiet: RenderOptions = {
  onCaughtError: () => undefined,
  onRecoverableError: (error) => recovered.push(error),
}

/** The errors in pages of `renderApp` since the last call that React rendered again to get rid of; each is a defect. */
export function takeRecoveredErrors(): unknown[] {
  return recovered.splice(0)
}

function Failure({ error, resetErrorBoundary }: ErrorFallbackProps): ReactNode {
  return (
    <p role="alert">
      {error.message} <button onClick={resetErrorBoundary}>Retry</button>
    </p>
  )
}
