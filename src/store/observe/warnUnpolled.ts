import { addTo, getOrCreate, type Groups, removeFrom } from '../../util/collections'
import type { Runtime } from '../Runtime'
import { isWaiting, type Observed, type ObserverView } from './deriveView'

// Development only.

/** So long the component that polls may mount after the one that shows the data, in ms. */
const MOUNT_TIMEOUT = 100

const checked = new WeakSet<Observed>()
const warned = new WeakMap<Runtime, Set<string>>()
const switchedOff = new WeakMap<Runtime, Groups<string, object>>()

interface ShowingReader {
  readonly observed: Observed
  readonly view: ObserverView
  readonly isMounted: boolean
}

/** Warns once for each endpoint with a `pollFrequency` that a component shows, and that nothing polls. */
export function warnUnpolled(runtime: Runtime, reader: ShowingReader): void {
  const { endpoint, key, fetches } = reader.observed
  const { name, pollFrequency } = endpoint
  if (!fetches || pollFrequency === undefined || isWaiting(reader.view)) return
  if (checked.has(reader.observed)) return
  checked.add(reader.observed)
  runtime.timers.after(MOUNT_TIMEOUT, () => {
    const names = getOrCreate(warned, runtime, () => new Set<string>())
    if (!reader.isMounted || names.has(name) || isPolled(runtime, name, key)) return
    names.add(name)
    console.warn(
      `${name} has a \`pollFrequency\`, and nothing polls it: useSuspense, useDLE and useFetch do not. Write useLive(${name}, …) in place of useSuspense, or useSubscription(${name}, …) beside the other hooks.`,
    )
  })
}

/** Notes a subscription that its arguments switch off, as at the end of a job; returns how to forget it. */
export function noteSwitchedOff(runtime: Runtime, name: string): () => void {
  const groups = getOrCreate(switchedOff, runtime, () => new Map<string, Set<object>>())
  const subscription = {}
  addTo(groups, name, subscription)
  return () => removeFrom(groups, name, subscription)
}

function isPolled(runtime: Runtime, name: string, key: string): boolean {
  const readers = [...runtime.managers.readers.keys()]
  const isLive = readers.some((reader) => reader.isLive && reader.key === key)
  return isLive || switchedOff.get(runtime)?.has(name) === true
}
