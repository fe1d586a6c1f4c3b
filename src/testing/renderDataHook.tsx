import { configureStore, type EnhancedStore } from '@reduxjs/toolkit'
import { renderHook, type RenderHookOptions, type RenderHookResult } from '@testing-library/react'
import { type ComponentType, Fragment, type ReactNode, Suspense } from 'react'
import { Provider } from 'react-redux'
import { ErrorBoundary, type ErrorFallbackProps } from '../react/boundaries'
import { createRest, type Rest } from '../store/createRest'
import type { Controller } from '../store/Operations'
import type { RestState } from '../store/state/state'

/** The members that `renderDataHook` adds to the result of `renderHook`. */
export interface RenderedDataHook<Result, Props> extends RenderHookResult<Result, Props> {
  /** The store of this hook alone. */
  readonly store: EnhancedStore<{ rest: RestState }>
  /** The controller of that store. */
  readonly controller: Controller
  /** The error that the hook threw, until it renders again. */
  readonly error: () => Error | undefined
}

/**
 * Renders a hook with a store of its own, a Suspense boundary and an error boundary; `result.current` is `null` while
 * it suspends.
 *
 * @example
 * const { result } = renderDataHook(() => useSuspense(UserResource.get, { id: '1' }))
 * await waitFor(() => expect(result.current?.name).toBe('Ada'))
 */
export function renderDataHook<Result, Props>(
  callback: (props: Props) => Result,
  options: RenderHookOptions<Props> & { readonly rest?: Rest<'rest'> } = {},
): RenderedDataHook<Result, Props> {
  const { rest = createRest(), wrapper: Outer = Fragment, ...renderOptions } = options
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  let thrown: Error | undefined
  const Caught = ({ error }: ErrorFallbackProps): ReactNode => {
    thrown = error
    return null
  }
  const rendered = renderHook(
    (props: Props) => {
      const result = callback(props)
      thrown = undefined
      return result
    },
    { ...renderOptions, wrapper: withProviders(store, Outer as ComponentType<Children>, Caught) },
  )
  return { ...rendered, store, controller: rest.getController(store), error: () => thrown }
}

interface Children {
  readonly children: ReactNode
}

function withProviders(
  store: EnhancedStore<{ rest: RestState }>,
  Outer: ComponentType<Children>,
  Caught: ComponentType<ErrorFallbackProps>,
): ComponentType<Children> {
  return function DataProviders({ children }) {
    return (
      <Provider store={store}>
        <Outer>
          <Suspense fallback={null}>
            <ErrorBoundary fallbackComponent={Caught}>{children}</ErrorBoundary>
          </Suspense>
        </Outer>
      </Provider>
    )
  }
}
