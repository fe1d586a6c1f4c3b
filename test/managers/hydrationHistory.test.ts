import { isDeepStrictEqual } from 'node:util'
import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit'
import * as fc from 'fast-check'
import { createRest, type RestState } from 'rtk-rest'
import { hydration, serializeState } from 'rtk-rest/hydration'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  begin,
  createSchemas,
  createTravelling,
  type Schemas,
  write as run,
  type Write,
} from '../support/history'
import { readsOf } from '../support/historyReads'
import { write } from '../support/historySteps'
import { runs } from '../support/runs'

// Any state, as random writes make it, in another store.

const steps = fc.array(write, { maxLength: 25 })
/** Of a row that is deleted and written again, another store sees the last write alone, and goes on to merge. */
const kept = fc.array(
  write.filter((it) => it.do !== 'gone'),
  { maxLength: 25 },
)

/** A list counts from when it was requested, and not from when members joined or left it in another store. */
const whole = fc.array(
  write.filter((it) => !['gone', 'push', 'remove'].includes(it.do)),
  { maxLength: 25 },
)

const worlds = { withScalars: createSchemas(true), withoutScalars: createSchemas(false) }
const world = fc.constantFrom<keyof typeof worlds>('withScalars', 'withoutScalars')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
})

const pass = () => void vi.setSystemTime(Date.now() + 1_000)

function stateAfter(schemas: Schemas, writes: readonly Write[]): string {
  const { controller, store } = createTravelling()
  begin(controller, schemas)
  for (const step of writes) {
    pass()
    run(controller, schemas, step)
  }
  return serializeState(store.getState().rest)
}

function openClient(preloaded?: string) {
  const rest = createRest({ managers: [hydration()] })
  const types: string[] = []
  const record: Middleware = () => (next) => (action) => {
    types.push((action as UnknownAction).type)
    return next(action)
  }
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(rest.middleware, record),
    ...(preloaded !== undefined && { preloadedState: { rest: stateOf(preloaded) } }),
  })
  const hydrate = (text: string) => store.dispatch(rest.hydrate(stateOf(text)))
  return { rest, store, types, hydrate, controller: rest.getController(store) }
}

const stateOf = (text: string) => JSON.parse(text) as RestState

/** All that selectors show of a state. */
function shownIn(schemas: Schemas, state: RestState): unknown[] {
  return readsOf(createRest(), schemas).map((read) => read.remembered(state))
}

const isShown = (schemas: Schemas, state: RestState, shown: readonly unknown[]): boolean =>
  isDeepStrictEqual(shownIn(schemas, state), shown)

it('an empty store shows what it showed, and a second time changes nothing', () => {
  fc.assert(
    fc.property(world, steps, fc.boolean(), (name, writes, isPreloaded) => {
      const schemas = worlds[name]
      const text = stateAfter(schemas, writes)
      const shown = shownIn(schemas, stateOf(text))
      pass()
      const { hydrate, store, types } = openClient(isPreloaded ? text : undefined)
      hydrate(text)
      expect(types).toEqual(isPreloaded ? [] : ['rest/hydrate'])
      expect(isShown(schemas, store.getState().rest, shown)).toBe(true)
      pass()
      hydrate(text)
      expect(types).toHaveLength(isPreloaded ? 0 : 1)
    }),
    { numRuns: runs(60) },
  )
})

it('an older state changes nothing that is newer', () => {
  fc.assert(
    fc.property(world, steps, kept, fc.boolean(), (name, before, after, isPreloaded) => {
      const schemas = worlds[name]
      const text = stateAfter(schemas, before)
      pass()
      const { hydrate, store, controller } = openClient(isPreloaded ? text : undefined)
      hydrate(text)
      for (const step of after) {
        pass()
        run(controller, schemas, step)
      }
      const shown = shownIn(schemas, store.getState().rest)
      hydrate(text)
      expect(isShown(schemas, store.getState().rest, shown)).toBe(true)
    }),
    { numRuns: runs(60) },
  )
})

it('a newer state of the same history is shown as it is there', () => {
  fc.assert(
    fc.property(world, whole, whole, (name, before, after) => {
      const schemas = worlds[name]
      const older = stateAfter(schemas, before)
      const { hydrate, store } = openClient()
      hydrate(older)
      const newer = stateAfter(schemas, [...before, ...after])
      hydrate(newer)
      expect(isShown(schemas, store.getState().rest, shownIn(schemas, stateOf(newer)))).toBe(true)
    }),
    { numRuns: runs(40) },
  )
})
