import { useStore } from 'react-redux'
import { findOnlyRuntime } from '../store/runtimes'
import type { Runtime } from '../store/Runtime'

/** The runtime of the store of the nearest `Provider`. Throws one error that names the line to add. */
export function useRuntime(): Runtime {
  const store = useStore()
  const runtime = findOnlyRuntime(store)
  runtime.follow(store)
  return runtime
}
