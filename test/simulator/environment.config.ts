import { builtinEnvironments, type Environment } from 'vitest/runtime'
import { TIME } from './VirtualTime'

/** What React's modules capture when they are loaded, and a run has to replace. */
const TIMERS = ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] as const

/** What has to be Node's own: happy-dom reads bodies by timers of its own. */
const NETWORK = [
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'fetch',
] as const

type Globals = Record<string, unknown> & { readonly [TIME]?: Record<string, Function> }

/** happy-dom, in which a run decides when a timer or a macrotask runs, also for modules that were loaded before it. */
const environment: Environment = {
  ...builtinEnvironments['happy-dom'],
  name: 'simulator',
  async setup(globals: Globals, options) {
    const network = Object.fromEntries(NETWORK.map((name) => [name, globals[name]]))
    const built = await builtinEnvironments['happy-dom'].setup(globals, options)
    Object.assign(globals, network)
    for (const name of TIMERS) {
      const real = globals[name] as Function
      const routed = (...args: unknown[]): unknown => (globals[TIME]?.[name] ?? real)(...args)
      globals[name] = Object.assign(routed, { real })
    }
    return built
  },
}

export default environment
