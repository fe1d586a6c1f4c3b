import { expect, it } from 'vitest'
import { type Clock, Recorder } from '../../src/devtools/Recorder'
import type { PlaceSet } from '../../src/devtools/types'

/** A clock whose timers end together, however often they start others. */
function createClock(): Clock & { readonly end: () => void } {
  const waiting: (() => void)[] = []
  return {
    now: () => 0,
    setTimeout: (run) => waiting.push(run),
    end() {
      for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) run()
    },
  }
}

/** The outermost elements that changed. */
function createPlaces(): PlaceSet {
  const changed = new Set<Element>()
  const isInner = (element: Element) =>
    [...changed].some((it) => it !== element && it.contains(element))
  return {
    take: (records) => records.forEach(({ target }) => changed.add(target as Element)),
    places: () => new Set([...changed].filter((element) => !isInner(element))),
  }
}

const changeOf = (target: Element) => ({ type: 'childList', target }) as unknown as MutationRecord

it('a place flashes each time it changes by itself, also within one that came by itself', () => {
  const clock = createClock()
  const recorder = new Recorder(clock, () => undefined)
  recorder.countPlaces(createPlaces)
  const table = document.createElement('table')
  const row = table.insertRow()
  // The page has loaded.
  clock.end()
  expect([...recorder.addPlaces([changeOf(table)], '/')]).toEqual([table])
  expect([...recorder.addPlaces([changeOf(row)], '/')]).toEqual([row])
  clock.end()
  recorder.followFrom({ name: 'Click: Sort', isTyping: false, isFollowUp: false })
  expect([...recorder.addPlaces([changeOf(table)], '/')]).toEqual([table])
  expect([...recorder.addPlaces([changeOf(row)], '/')]).toEqual([])
})
