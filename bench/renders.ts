import { setTimeout as wait } from 'node:timers/promises'
import { Window } from 'happy-dom'
import { issues, type Item } from './data'
import type { FirstLoad } from './libraries/firstLoads'

// Runs in a process of its own, because the rows are measured without a DOM. Prints how often a component renders that
// loads a list as it mounts, with each library that has hooks.

/** How often a component renders during the first load of a list. */
export interface Renders {
  readonly library: string
  /** After the first render and before the response. */
  readonly pending: number
  /** From the first render to the one that shows the list, and any after it. */
  readonly total: number
}

const LIST_SIZE = 100
// Longer than a frame, as some libraries notify once a frame.
const TURNS = 20
const TURN_MS = 5

const window = new Window()
Object.assign(globalThis, { window, document: window.document })
// React looks for a DOM when it is first imported.
const { createRoot } = await import('react-dom/client')
const { firstLoads } = await import('./libraries/firstLoads')

const counted: Renders[] = []
for (const firstLoad of firstLoads) counted.push(await countRenders(firstLoad))
process.stdout.write(`${JSON.stringify(counted)}\n`)
// The timers of caches that would forget by and by are of no interest here.
process.exit()

async function countRenders({ library, render }: FirstLoad): Promise<Renders> {
  const loadings: boolean[] = []
  const server = holdResponse()
  const root = createRoot(document.createElement('div'))
  root.render(render(server.request, (isLoading) => loadings.push(isLoading)))
  await settle()
  const pending = loadings.length - 1
  server.respond(issues.make(LIST_SIZE))
  await settle()
  root.unmount()
  const isLoaded = loadings[0] === true && loadings.at(-1) === false
  if (!isLoaded) throw new Error(`${library} renders ${JSON.stringify(loadings)}.`)
  return { library, pending, total: loadings.length }
}

/** A server that responds when the test lets it; responding before the request is an error. */
function holdResponse() {
  let resolve: ((list: Item[]) => void) | undefined
  return {
    request: () =>
      new Promise<Item[]>((settleRequest) => {
        resolve = settleRequest
      }),
    respond(list: Item[]): void {
      if (resolve === undefined) throw new Error('Nothing was requested.')
      resolve(list)
    },
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await wait(TURN_MS)
}
