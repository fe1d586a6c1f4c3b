import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { api, surroundings } from './inProcess'
import { Page } from './Page'
import { PageReaders } from './PageReaders'
import { type Kind, runSteps } from './runSeed'
import { Simulation } from './Simulation'
import { VirtualTime } from './VirtualTime'
import { callsOf } from './world'

/** How much of a ms passes between two looks at the clock: React gets something done, and is interrupted often. */
const SLOWNESS = 0.5

/** With components on a page, without a network, in virtual time. */
export const mounted: Kind = {
  name: 'mounted',
  isMounted: true,
  isExact: true,
  async run(plan) {
    const { isSlow, isStrict } = plan.profile
    const time = new VirtualTime(isSlow ? { drift: 1, slowness: SLOWNESS } : {}).install()
    const readers = new PageReaders(callsOf(api))
    const simulation = new Simulation({
      ...surroundings(plan),
      time,
      createReaders: (it) => mount(it, readers, isStrict),
    })
    await time.advance(0)
    const { count, restore } = countListeners()
    readers.listeners = count
    try {
      return await runSteps(simulation, plan.steps)
    } finally {
      restore()
    }
  },
}

/** Counts who listens to the window; React itself listens to its own root. */
function countListeners() {
  let listeners = 0
  const { addEventListener, removeEventListener } = window
  window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners += 1
    const [, , options] = args
    const { signal } = Object(options) as AddEventListenerOptions
    signal?.addEventListener('abort', () => (listeners -= 1))
    addEventListener.apply(window, args)
  }
  window.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners -= 1
    removeEventListener.apply(window, args)
  }
  const restore = (): void => void Object.assign(window, { addEventListener, removeEventListener })
  return { count: () => listeners, restore }
}

function mount(
  { simulated, time }: Pick<Simulation, 'simulated' | 'time'>,
  readers: PageReaders,
  isStrict: boolean,
): PageReaders {
  const report = (error: unknown): void => {
    const text = (error as Error | undefined)?.stack ?? String(error)
    readers.messages.push(`at ${time.elapsed} ms: ${text}`)
  }
  readers.open = () => {
    const root = createRoot(document.createElement('div'), {
      onRecoverableError(error) {
        if (!readers.attempts.isErrorThrownEachTime) report(error)
      },
      onUncaughtError: report,
      onCaughtError: () => undefined,
    })
    const page = <Page simulated={simulated} readers={readers} />
    root.render(isStrict ? <StrictMode>{page}</StrictMode> : page)
    return root
  }
  readers.root = readers.open()
  return readers
}
