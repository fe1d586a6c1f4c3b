import { useCallback, useRef, useState } from 'react'

/**
 * Any asynchronous function, whether it runs, and its last error, which the next call clears. The function that is returned
 * resolves to `undefined` where the call failed. It is the same one while `deps` are, by default as long as `run` is.
 *
 * @example
 * const [save, isSaving, error] = useLoading(() => controller.fetch(UserResource.update, { id }, body), [id, body])
 */
export function useLoading<Args extends readonly unknown[], Value>(
  run: (...args: Args) => Promise<Value>,
  deps: readonly unknown[] = [run],
): readonly [(...args: Args) => Promise<Value | undefined>, boolean, Error | undefined] {
  const [state, setState] = useState<LoadingState>(IDLE)
  const calls = useRef(0)
  const start = useCallback(async (...args: Args): Promise<Value | undefined> => {
    const call = (calls.current += 1)
    // The state is that of the last call.
    const show = (next: LoadingState): void => {
      if (call === calls.current) setState(next)
    }
    show({ isLoading: true, error: undefined })
    try {
      const value = await run(...args)
      show(IDLE)
      return value
    } catch (error) {
      show({ isLoading: false, error: error as Error })
      return undefined
    }
  }, deps)
  return [start, state.isLoading, state.error]
}

interface LoadingState {
  readonly isLoading: boolean
  readonly error: Error | undefined
}

const IDLE: LoadingState = { isLoading: false, error: undefined }
