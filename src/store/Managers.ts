import type { Action } from 'redux'
import { missingManager } from '../util/missingManager'
import { lastOf } from '../util/collections'
import type { Machinery } from '../endpoint/brought'
import type { EndpointContract } from '../endpoint/contract'
import { isNothing } from '../util/checks'
import type {
  Gate,
  GatedBy,
  ManagedRequest,
  Manager,
  ManagerHooks,
  ManagerStore,
  Reader,
  RunRequest,
} from './Manager'
import { report, runSafely } from './report'
import type { RestAction } from './state/actions'
import type { RestState } from './state/state'

type Hooks = ManagerHooks & { readonly api?: object | undefined }

interface Running {
  readonly name: string
  readonly manager: Machinery
  /** What `init` returned, which may be an object of a class. */
  hooks: Hooks
}

/** The hooks whose failure is reported. */
type Notified = 'commit' | 'action' | 'reader' | 'gate'
type Returned<Name extends Notified> = Exclude<ReturnType<Required<ManagerHooks>[Name]>, void>

/** The options of endpoints that bring a manager. */
const OPTIONS = [
  'getOptimisticResponse',
  'paginationField',
  'update',
  'scope',
  'live',
  'refetchOn',
] as const

/** Its changes go over those of all others. */
const LAST = 'optimistic'

/** The managers of one store, in the order in which they work. */
export class Managers {
  /** Those of `createRest`, until they run. */
  #initial: readonly Machinery[]
  readonly #getStore: () => ManagerStore
  readonly #running: Running[] = []
  /** The readers, and what ends the work for each. */
  readonly readers = new Map<Reader, (() => void)[]>()
  /** Hooks that threw, which is reported once. */
  readonly #failed = new Set<string>()

  constructor(initial: readonly Machinery[], getStore: () => ManagerStore) {
    this.#initial = initial
    this.#getStore = getStore
  }

  /** Runs the managers of `createRest`, before the first of those that options bring. */
  start(): void {
    const initial = this.#initial
    this.#initial = []
    for (const manager of initial) this.use(manager)
  }

  /** Runs a manager, unless one of its name runs already; returns the `api` of that. */
  use(manager: Machinery): object | undefined {
    this.start()
    const { name } = manager
    const running = this.#find(name)
    if (running !== undefined) return running.hooks.api
    const started: Running = { name, manager, hooks: {} }
    const at = this.#running.length - (lastOf(this.#running)?.name === LAST ? 1 : 0)
    this.#running.splice(at, 0, started)
    // One that fails does not keep the store and the other managers from their work.
    const hooks = runSafely(() => (manager as Manager).init(this.#getStore()))
    if (hooks) started.hooks = typeof hooks === 'function' ? { dispose: hooks } : hooks
    if (process.env.NODE_ENV !== 'production' && hooks !== undefined)
      checkApi(manager as Manager, started.hooks.api)
    for (const [reader, ends] of this.readers) this.#read(started, reader, ends)
    return started.hooks.api
  }

  /**
   * Runs the managers that the options of an endpoint bring.
   * @throws TypeError where an option is a plain value, which JavaScript takes
   */
  bring(endpoint: EndpointContract): void {
    for (const option of OPTIONS) {
      const brought: unknown = (endpoint as { readonly [Name in typeof option]?: unknown })[option]
      if (!isNothing(brought)) this.#bring(endpoint.name, option, brought)
    }
    if (process.env.NODE_ENV === 'production') return
    // Of a `RestEndpoint`: the request would be sent, and its error be lost.
    const { retry } = endpoint as { readonly retry?: unknown }
    if (isNothing(retry) || typeof retry === 'function') return
    throw missingManager(endpoint.name, 'retry')
  }

  #bring(endpointName: string, option: string, brought: unknown): void {
    const [manager] = (Array.isArray(brought) ? brought : []) as readonly (Manager | undefined)[]
    if (typeof manager?.init !== 'function') throw missingManager(endpointName, option)
    this.use(manager)
    if (process.env.NODE_ENV === 'production') return
    const { name } = manager
    const isOther = this.#find(name)?.manager !== manager
    if (isOther) warnOfOtherManager(`${endpointName}: \`${option}\``, name)
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  /** Runs a request within the hooks of all managers, the first one outermost. */
  request(request: ManagedRequest, run: RunRequest): Promise<unknown> {
    this.start()
    const within = (inner: RunRequest, { hooks }: Running): RunRequest =>
      hooks.request === undefined
        ? inner
        : async (added) => hooks.request?.(request, (more) => inner({ ...added, ...more }))
    return this.#running.reduceRight(within, run)()
  }

  commit(action: RestAction, state: RestState): RestAction {
    this.start()
    return this.#running.reduce((next, it) => this.#call(it, 'commit', next, state) ?? next, action)
  }

  action(action: Action): void {
    for (const it of this.#running) this.#call(it, 'action', action)
  }

  /** A reader comes; returns the function to call when it goes. */
  read(reader: Reader): () => void {
    this.start()
    this.bring(reader.endpoint)
    const ends: (() => void)[] = []
    this.readers.set(reader, ends)
    for (const it of this.#running) this.#read(it, reader, ends)
    return () => {
      if (this.readers.delete(reader)) ends.forEach((end) => runSafely(end))
    }
  }

  isRead(key: string): boolean {
    return [...this.readers.keys()].some((reader) => reader.key === key)
  }

  /** Why an automatic request is not sent now: an error before a wait. */
  gate(call: Reader | ManagedRequest, from: GatedBy): Gate | undefined {
    this.start()
    this.bring(call.endpoint)
    const gates = this.#running.flatMap((it) => this.#call(it, 'gate', call, from) ?? [])
    return gates.find(({ error }) => error) ?? gates[0]
  }

  dispose(): void {
    this.#initial = []
    for (const ends of this.readers.values()) ends.forEach((end) => runSafely(end))
    this.readers.clear()
    for (const it of this.#running) {
      const { hooks } = it
      runSafely(() => hooks.dispose?.())
      // What is in flight still ends.
      it.hooks = { commit: (action, state) => hooks.commit?.(action, state) ?? action }
    }
  }

  #find(name: string): Running | undefined {
    return this.#running.find((it) => it.name === name)
  }

  #read(manager: Running, reader: Reader, ends: (() => void)[]): void {
    const end = this.#call(manager, 'reader', reader)
    if (end !== undefined) ends.push(end)
  }

  #call<Name extends Notified>(
    manager: Running,
    hook: Name,
    ...args: Parameters<Required<ManagerHooks>[Name]>
  ): Returned<Name> | undefined {
    try {
      const { hooks } = manager
      const run = hooks[hook] as ((...given: readonly unknown[]) => unknown) | undefined
      return run?.apply(hooks, args) as Returned<Name>
    } catch (error) {
      const name = `${manager.name}.${hook}`
      if (!this.#failed.has(name)) report(error)
      this.#failed.add(name)
      return undefined
    }
  }
}

/** Warns where `init` gives other functions than `apiNames` has, which are those that become thunks. */
function checkApi({ name, apiNames = [] }: Manager, api: object = {}): void {
  const names = new Set([...apiNames, ...Object.keys(api)])
  const wrong = [...names].find((it) => apiNames.includes(it) !== it in api)
  if (wrong === undefined) return
  const lacks = wrong in api ? '`apiNames` lacks' : '`api` lacks'
  console.warn(
    `The manager "${name}": ${lacks} \`${wrong}\`. Name in \`apiNames\` what \`init\` returns as \`api\`.`,
  )
}

const warned = new Set<string>()

function warnOfOtherManager(option: string, name: string): void {
  if (warned.has(option)) return
  warned.add(option)
  console.warn(
    `${option} brings the manager "${name}", but another manager of that name runs already, so the option does nothing. Give your manager another name.`,
  )
}
