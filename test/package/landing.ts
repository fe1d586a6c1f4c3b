import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { setImmediate } from 'node:timers/promises'
import { configureStore } from '@reduxjs/toolkit'
import type * as Package from 'rtk-rest'

// Counts the functions and files of the built package that the landing of one response enters, in production: from the
// response to the selector of a call that a reader retains. `budget.json` has the limits.
//
//   node --import tsx test/package/landing.ts

Object.assign(process.env, { NODE_ENV: 'production' })
const dist = new URL('../../dist/', import.meta.url)
const { createRest, Entity, resource } = (await import(
  new URL('index.js', dist).href
)) as typeof Package

class Todo extends Entity {
  id = ''
  title = ''
  static override key = 'Todo'
}

const todos = resource({ path: '/todos/:id', schema: Todo })
/** The requests that wait for their responses. */
const sent: ((title: string) => void)[] = []
const fetchFn: typeof fetch = () =>
  new Promise((resolve) => {
    sent.push((title) => resolve(Response.json({ id: '1', title })))
  })
const rest = createRest({ fetchFn })
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).concat(rest.middleware),
})
const call = { id: '1' }
const titleOf = () => rest.selectors.selectData(store.getState(), todos.get, call)?.title

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const limits = JSON.parse(
  readFileSync(new URL('budget.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, number>>

store.dispatch(rest.retain(todos.get, call))
await land('Atlas', async () => undefined)
await count('a GET', 'Beacon', () => store.dispatch(rest.fetch(todos.get, call)))
const patch = { title: 'Cedar' }
await count('a PATCH', 'Cedar', () => store.dispatch(rest.fetch(todos.partialUpdate, call, patch)))
process.exit()

/** Has a request answered when it is sent. */
async function land(title: string, start: () => PromiseLike<unknown>): Promise<void> {
  const done = start()
  while (sent.length === 0) await setImmediate()
  await entered()
  sent.pop()?.(title)
  await done
  while (titleOf() !== title) await setImmediate()
}

async function count(
  what: string,
  title: string,
  start: () => PromiseLike<unknown>,
): Promise<void> {
  await land(title, start)
  const files = await entered()
  note(`functions that the landing of ${what} enters`, files.flat().length)
  note(`files that the landing of ${what} enters`, files.length)
}

/** The functions of the package that were called since the last look, by file. */
async function entered(): Promise<readonly (readonly string[])[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.startsWith(dist.href))
    .map(({ functions }) =>
      functions
        // The first one is the module.
        .filter(({ ranges: [range] }) => range?.startOffset !== 0 && Number(range?.count) > 0)
        .map(({ functionName }) => functionName),
    )
    .filter((names) => names.length > 0)
}

function note(what: string, found: number): void {
  const limit = limits[what] ?? 0
  const isFew = found <= limit
  process.stdout.write(`  ${what}: ${found} of ${limit}${isFew ? '' : ', too many'}\n`)
  if (!isFew) process.exitCode = 1
}
