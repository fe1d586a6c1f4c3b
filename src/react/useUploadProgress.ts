import { useMemo, useSyncExternalStore } from 'react'
import type { Progress } from '../endpoint/contract'
import type { ProgressListeners } from '../store/requests/Request'
import { listenTo } from '../util/collections'

/** How long the shown progress stays within one percent of the body, in ms. */
const MIN_TIME = 100

/** The progress that is shown of an upload, by its listeners: a component may find them in a request that is in flight. */
const shown = new WeakMap<ProgressListeners, Progress>()

/** The listeners of an upload whose progress components show. */
export function createUploadListeners(): ProgressListeners {
  let shownAt = -MIN_TIME
  const show = (progress: Progress): void => {
    const now = performance.now()
    // A transport may report each piece that it sends, and that is more often than a page can render.
    if (now - shownAt < MIN_TIME && percentOf(progress) === percentOf(shown.get(listeners))) return
    shownAt = now
    shown.set(listeners, progress)
  }
  // It comes before those of the components, which are added later.
  const listeners: ProgressListeners = new Set([show])
  return listeners
}

function percentOf({ loaded, total }: Progress = { loaded: 0, total: 0 }): number | undefined {
  return total && Math.floor((loaded / total) * 100)
}

/** The progress of an upload. Renders again for it once `isRead` is true. */
export function useUploadProgress(
  listeners: ProgressListeners | undefined,
  isRead: () => boolean,
): Progress | undefined {
  const subscribe = useMemo(() => listenTo(listeners ?? new Set()), [listeners])
  const getProgress = (): Progress | undefined =>
    listeners && isRead() ? shown.get(listeners) : undefined
  return useSyncExternalStore(subscribe, getProgress, getProgress)
}
