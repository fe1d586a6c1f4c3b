import type { EndpointContract } from '../../endpoint/contract'
import { addTo, getOrCreate, type Groups, removeFrom } from '../../util/collections'
import { checkReadable } from '../checkEndpoint'
import type { Reader } from '../Manager'
import { EndpointObserver } from '../observe/EndpointObserver'
import type { Retained } from '../Operations'
import { dropUnread } from '../requests/dropUnread'
import type { Runtime } from '../Runtime'
import { checkTimes } from '../state/expiry'

/** Reads a call as a mounted component does: fetches it if stale, and keeps it up to date, until released. */
export function retain(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): Retained {
  const key = endpoint.key(...args)
  checkTimes(endpoint)
  const observer = new EndpointObserver(runtime, {
    endpoint,
    args,
    key,
    fetches: true,
    isLive: false,
  })
  const unmount = observer.mount()
  let end: (() => void) | undefined = readLive(runtime, { endpoint, args, key })
  return {
    release() {
      if (end === undefined) return
      end()
      end = undefined
      unmount()
    },
  }
}

/** A reader whose data is to be kept up to date; returns the function that ends it. */
export function readLive(runtime: Runtime, call: Omit<Reader, 'isLive'>): () => void {
  if (process.env.NODE_ENV !== 'production') {
    checkReadable(call.endpoint)
    warnWithoutPolling(runtime, call.endpoint)
  }
  // The same object: a hook hands it the endpoint and the arguments of its last render.
  const end = runtime.managers.read(Object.assign(call, { isLive: true }))
  return () => {
    end()
    dropUnread(runtime, call)
  }
}

const warned = new WeakMap<Runtime, Set<string>>()

/** Warns once for each endpoint: what would poll comes with the hooks that keep data up to date. */
function warnWithoutPolling(runtime: Runtime, { name, pollFrequency }: EndpointContract): void {
  const { managers } = runtime
  managers.start()
  if (pollFrequency === undefined || managers.has('polling')) return
  const names = getOrCreate(warned, runtime, () => new Set<string>())
  if (names.has(name)) return
  names.add(name)
  console.warn(
    `${name} has a \`pollFrequency\`, and nothing polls it: write createRest({ managers: [new PollingManager()] }), with \`import { PollingManager } from 'rtk-rest/polling'\`. The hooks useLive and useSubscription bring it.`,
  )
}

interface Subscribed {
  readonly endpoint: EndpointContract
  end(): void
}

/** What `subscribe` began, by key, in each store. */
const subscribedIn = new WeakMap<Runtime, Groups<string, Subscribed>>()

/** Has managers keep a call's data up to date until `unsubscribe` was called as often. */
export function subscribe(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): void {
  if (args[0] === null) return
  const key = endpoint.key(...args)
  const end = readLive(runtime, { endpoint, args, key })
  const subscribed = getOrCreate(subscribedIn, runtime, () => new Map<string, Set<Subscribed>>())
  addTo(subscribed, key, { endpoint, end })
}

/** Ends what `subscribe` began, or a subscription of another endpoint with the key. */
export function unsubscribe(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): void {
  if (args[0] === null) return
  const key = endpoint.key(...args)
  const groups = subscribedIn.get(runtime)
  const subscribed = [...(groups?.get(key) ?? [])]
  const found = subscribed.find((it) => it.endpoint === endpoint) ?? subscribed[0]
  if (groups !== undefined && found !== undefined) {
    found.end()
    removeFrom(groups, key, found)
  } else if (process.env.NODE_ENV !== 'production') {
    console.error(`Mismatched unsubscribe: ${key} is not subscribed.`)
  }
}

/** Runs several writes; readers are notified once, after the last one. */
export function batch<Result>({ observers }: Runtime, run: () => Result): Result {
  return observers.pause(run)
}
