import { addTo, getOrCreate, type Groups, removeFrom } from '../../util/collections'
import type { Runtime } from '../Runtime'
import type { View } from './deriveView'
import { EndpointObserver } from './EndpointObserver'

interface Wait {
  readonly schema: unknown
  readonly promise: Promise<View | undefined>
}

/** What the components of a store are suspended for, by the key of the call. */
const waitsOf = new WeakMap<Runtime, Groups<string, Wait>>()

/**
 * What a component that suspends waits for: one promise for each call, until there is something to show, or its request cannot
 * bring it any more. A reader of its own asks for that, as React does not tell when a component is left that is suspended.
 */
export function waitForView(
  runtime: Runtime,
  observer: EndpointObserver,
): Promise<View | undefined> {
  const waits = getOrCreate(waitsOf, runtime, () => new Map<string, Set<Wait>>())
  const { key, endpoint } = observer.observed
  const others = [...(waits.get(key) ?? [])]
  const found = others.find(({ schema }) => schema === endpoint.schema)
  return (observer.waited = (found ?? startWait(runtime, observer, waits)).promise)
}

function startWait(
  runtime: Runtime,
  observer: EndpointObserver,
  waits: Groups<string, Wait>,
): Wait {
  const { observed } = observer
  const { key, endpoint } = observed
  const reader = new EndpointObserver(runtime, { ...observed })
  let resolve!: (view: View | undefined) => void
  const promise = new Promise<View | undefined>((resolver) => (resolve = resolver))
  const wait = { schema: endpoint.schema, promise }
  const end = (): void => {
    stop()
    removeFrom(waits, key, wait)
    resolve(reader.value)
  }
  const stop = reader.follow({ onView: () => reader.isOver && end() })
  addTo(waits, key, wait)
  try {
    runtime.asking.askNow(reader)
    if (observer.isMounted) {
      // It tells when it is left, and its request may be aborted then.
      runtime.asking.askNow(observer)
      reader.release()
    }
  } catch (error) {
    // A request that cannot start leaves no wait behind.
    end()
    throw error
  }
  return wait
}
