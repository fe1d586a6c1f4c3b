import { HeldReaders } from './HeldReaders'
import { httpResponseOf, requestOf } from './httpMessages'
import { ModelServer } from './ModelServer'
import { Network } from './Network'
import { type Kind, type Plan, runSteps } from './runSeed'
import { Simulation } from './Simulation'
import { VirtualTime } from './VirtualTime'
import { createApi } from './world'

/** Without React and without a network, in virtual time. */
export const inProcess: Kind = {
  name: 'inProcess',
  isMounted: false,
  isExact: true,
  run(plan) {
    const drift = plan.profile.isSlow ? 1 : 0
    const simulation = new Simulation({
      ...surroundings(plan),
      time: new VirtualTime({ drift }).install(),
      createReaders: ({ simulated, calls }) => new HeldReaders(simulated, calls),
    })
    return runSteps(simulation, plan.steps)
  },
}

const DELAYS = [0, 0, 1, 5, 5, 20, 20, 100, 400, 900]
const TIMEOUT = 3_000
export const api = createApi('http://api.test', TIMEOUT)

/** What a run in virtual time lives in. */
export function surroundings({ seed, profile, isTraced = false }: Plan) {
  const { hasFaults, hasNoContent } = profile
  const weather = { seed, hasFaults, hasNoContent, delays: DELAYS, forever: TIMEOUT + 2_000 }
  const network = new Network(new ModelServer(), weather)
  const dataExpiryLength = profile.isLasting ? 60_000 : 1_000
  return { api, profile, network, fetchFn: fetchInProcess(network), dataExpiryLength, isTraced }
}

/** A `fetch` that calls the model server without any network. */
function fetchInProcess(network: Network): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init
      if (signal?.aborted === true) return reject(signal.reason as Error)
      const abort = (): void => {
        exchange.isAwaited = false
        reject(signal?.reason as Error)
      }
      const exchange = network.send(requestOf(input as string, init), (response) => {
        // Node keeps a combined signal for as long as it has a listener.
        signal?.removeEventListener('abort', abort)
        if (response === undefined) reject(new TypeError('fetch failed'))
        else resolve(httpResponseOf(response))
      })
      signal?.addEventListener('abort', abort, { once: true })
    })
}
