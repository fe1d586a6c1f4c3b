import type { ProgressInit } from './contract'
import type { Content } from './parseResponse'

/** An endpoint, as far as the warning depends on it. */
interface Downloader {
  readonly name: string
  readonly content: Content | undefined
  readonly onDownloadProgress?: unknown
}

const warned = new Set<string>()

/**
 * Development only: a function that is called with what was read of a response. It warns once for each endpoint whose
 * `onDownloadProgress` was not called until then: `fetch` itself reports no progress.
 */
export function warnUnheardProgress(
  { name, content, onDownloadProgress }: Downloader,
  init: ProgressInit,
): ((value: unknown) => void) | undefined {
  const report = init.onDownloadProgress
  if (onDownloadProgress === undefined || report === undefined) return undefined
  let isHeard = false
  init.onDownloadProgress = (progress) => {
    isHeard = true
    report(progress)
  }
  return (value) => {
    // A body that is empty, or is read later, reports nothing.
    if (isHeard || value === null || content === 'stream' || warned.has(name)) return
    warned.add(name)
    console.warn(
      `${name}: \`onDownloadProgress\` was not called, as its fetchFn does not report progress: createRest({ fetchFn: progressFetch }), from rtk-rest/xhr, does; on React Native xhrFetch.`,
    )
  }
}
