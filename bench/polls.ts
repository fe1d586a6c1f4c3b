import { setTimeout as wait } from 'node:timers/promises'
import { Window } from 'happy-dom'
import { issues, type Item } from './data'
import type { MountedRows } from './libraries/mountedRows'

// Runs in a process of its own, because the rows are measured without a DOM. Prints how long a poll of a list takes while each
// issue has a row on the page, with each library that has hooks.

/** A poll in which some issues have another title, with the median of its times in ms. */
export interface Poll {
  readonly library: string
  /** From the parsed response to the render of the last row that changed. */
  readonly ms: number
  /** The parsing of the same response. */
  readonly parsed: number
  /** Most renders of a poll. */
  readonly renders: number
}

const LIST_SIZE = 1_000
const CHANGED = 10
const POLLS = 60
/** What comes to the page in this time after a poll is of that poll, in ms. */
const QUIET = 25

const window = new Window()
Object.assign(globalThis, { window, document: window.document })
// React looks for a DOM when it is first imported.
const { createRoot } = await import('react-dom/client')
const { mountedRows } = await import('./libraries/mountedRows')

const measured: Poll[] = []
for (const rows of mountedRows) measured.push(await measurePolls(rows))
process.stdout.write(`${JSON.stringify(measured)}\n`)
// The timers of caches that would forget by and by are of no interest here.
process.exit()

async function measurePolls({ library, start }: MountedRows): Promise<Poll> {
  let list = issues.make(LIST_SIZE)
  const rendered: number[] = []
  const { page, write } = await start(list, () => rendered.push(performance.now()))
  const root = createRoot(document.createElement('ul'))
  root.render(page)
  while (rendered.length < LIST_SIZE) await wait(QUIET)
  await wait(QUIET)
  const times: number[] = []
  const parsed: number[] = []
  let renders = 0
  for (let poll = 0; poll < POLLS; poll++) {
    list = nextOf(list, poll)
    const text = JSON.stringify(list)
    const before = performance.now()
    const response = JSON.parse(text) as Item[]
    const began = performance.now()
    parsed.push(began - before)
    rendered.length = 0
    void write(response)
    while (rendered.length < CHANGED) await wait(QUIET)
    await wait(QUIET)
    renders = Math.max(renders, rendered.length)
    times.push((rendered.at(-1) ?? 0) - began)
  }
  root.unmount()
  return { library, ms: median(times), parsed: median(parsed), renders }
}

/** The list of the next poll: some issues have another title, each time other ones. */
function nextOf(list: readonly Item[], poll: number): Item[] {
  const step = LIST_SIZE / CHANGED
  return list.map((it, at) => (at % step === poll % step ? { ...it, title: `poll ${poll}` } : it))
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
