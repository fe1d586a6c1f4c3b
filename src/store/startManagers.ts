import { controllerOf } from './Controller'
import type { Manager } from './Manager'
import { report } from './report'
import type { Runtime } from './Runtime'

/** Starts the managers of a store as soon as it takes dispatches, or when the returned function is called before. */
export function startManagers(runtime: Runtime, managers: readonly Manager[]): () => void {
  const start = (): void => {
    if (runtime.isStarted) return
    runtime.isStarted = true
    for (const manager of managers) startManager(runtime, manager)
  }
  runtime.cleanups.add(() => (runtime.isStarted = true))
  queueMicrotask(start)
  return start
}

/** A manager that fails is heard of, and keeps neither the store nor the others from working. */
function startManager(runtime: Runtime, manager: Manager): void {
  try {
    const cleanup = manager.init(controllerOf(runtime))
    if (cleanup !== undefined) runtime.cleanups.add(cleanup)
  } catch (error) {
    report(error)
  }
}
