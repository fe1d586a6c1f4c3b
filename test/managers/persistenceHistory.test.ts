// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { configureStore } from '@reduxjs/toolkit'
import { createRest, type RestState } from 'rtk-rest'
import { persistence } from 'rtk-rest/persistence'
import { describe, expect, it } from 'vitest'
import {
  entriesOf,
  type StoredEntry,
  type Lasting,
  lastingOf,
  NOTHING,
} from '../../src/managers/persistence/persistedState'
import { confirmedState } from '../../src/store/state/confirmed'
import {
  begin,
  createSchemas,
  createTravelling,
  write as writeStep,
  type Write,
} from '../support/history'
import { readsOf } from '../support/historyReads'
import { write } from '../support/historySteps'
import { runs } from '../support/runs'
import { differenceOf } from '../support/sameGraph'
import { memoryStorage } from '../support/storages'

const everything = () => true

/** The states of a history, from the first on. */
function statesOf(steps: readonly Write[], hasScalar: boolean): readonly RestState[] {
  const { store, controller } = createTravelling()
  const schemas = createSchemas(hasScalar)
  begin(controller, schemas)
  const states = [store.getState().rest]
  for (const step of steps) {
    writeStep(controller, schemas, step)
    states.push(store.getState().rest)
  }
  return states
}

/** An app that opens with what is stored. */
async function open(text: string) {
  const storage = memoryStorage()
  storage.items.set('app', text)
  const rest = createRest({ managers: [persistence({ key: 'app', storage })] })
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ serializableCheck: false, immutableCheck: false }).concat(
        rest.middleware,
      ),
  })
  await store.dispatch(rest.rehydrated())
  rest.dispose(store)
  return { rest, state: store.getState().rest }
}

const textOf = (state: RestState): string => {
  const rows = entriesOf(lastingOf(confirmedState(state)), undefined, everything)
  return JSON.stringify([[[], { format: 2, version: 0, generation: 'a', pages: {} }], ...rows])
}

const history = fc.tuple(fc.array(write, { maxLength: 12 }), fc.boolean())

describe('a state that any history has made', () => {
  it('shows what it showed, once it is written and restored', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([steps, hasScalar]) => {
        const before = statesOf(steps, hasScalar).at(-1) as RestState
        const { rest, state } = await open(textOf(before))
        const schemas = createSchemas(hasScalar)
        for (const read of readsOf(rest, schemas)) {
          const difference = differenceOf(read.remembered(before), read.remembered(state))
          expect(difference, read.name).toBeUndefined()
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('is stored row by row as it is stored at once', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.boolean()), ([steps, hasScalar], isWritten) => {
        const stored = new Map<string, unknown>()
        let before: Lasting = NOTHING
        const states = statesOf(steps, hasScalar)
        for (const [at, state] of states.entries()) {
          if (at < states.length - 1 && isWritten.next().value !== true) continue
          const next = lastingOf(state)
          put(stored, entriesOf(next, before, everything))
          before = next
        }
        const atOnce = new Map<string, unknown>()
        put(atOnce, entriesOf(before, undefined, everything))
        expect(stored).toEqual(atOnce)
      }),
      { numRuns: runs(300) },
    )
  })
})

function put(stored: Map<string, unknown>, entries: readonly StoredEntry[]): void {
  for (const [key, value] of entries) {
    if (value === undefined) stored.delete(JSON.stringify(key))
    else stored.set(JSON.stringify(key), value)
  }
}
