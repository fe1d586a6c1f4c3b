import { computeAccessibleName } from 'dom-accessibility-api'
import type { DevtoolsGroup, DevtoolsLog, DevtoolsObserver } from 'rtk-rest/devtools'
import { flash } from './flash'
import { PlaceCollector } from './PlaceCollector'
import { observeRenders } from './renders'
import { ReturnedButtons } from './ReturnedButtons'
import { Tries } from './Tries'

/** What happened so far, for parts of the page that show it. */
export interface Happenings {
  readonly getGroups: () => readonly DevtoolsGroup[]
  readonly subscribe: (listener: () => void) => () => void
}

const NO_GROUPS: readonly DevtoolsGroup[] = []

/**
 * Adds to the panel what the library does not see: which places of the page changed, each of which flashes once, how many
 * components rendered, and what a screen reader calls that which was clicked. What is within `data-what-happens="ignored"` is not a
 * part of the page.
 */
export function observePage(): DevtoolsObserver & Happenings {
  let opened: DevtoolsLog | undefined
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  return {
    nameOf: (element) => (isIgnored(element) ? undefined : accessibleName(element)),
    observe(log) {
      opened = log
      const ends = [
        log.subscribe(notify),
        observePlaces(log),
        observeRenders(
          (node) => log.isOwn(node),
          Tries,
          (rendered) => log.addRendered(rendered),
        ),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    getGroups: () => opened?.getGroups() ?? NO_GROUPS,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function observePlaces(log: DevtoolsLog): () => void {
  const returned = new ReturnedButtons()
  log.countPlaces((earlier) =>
    earlier instanceof PlaceCollector
      ? new PlaceCollector(returned, earlier)
      : new PlaceCollector(returned),
  )
  const observer = new MutationObserver((records) => {
    const ofApp = records.filter(({ target }) => !log.isOwn(target) && !isIgnored(target))
    returned.take(ofApp)
    flash(log.addPlaces(ofApp, location.href))
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    characterDataOldValue: true,
    attributeOldValue: true,
  })
  return () => observer.disconnect()
}

function isIgnored(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('[data-what-happens="ignored"]') != null
}

/** What a screen reader calls an element, else what it stands in. Never the value of a field. */
function accessibleName(element: Element): string {
  return computeAccessibleName(element) || nearestName(element)
}

function nearestName(element: Element): string {
  const outer = element.closest('[aria-label], [aria-labelledby]')
  return outer === null ? '' : computeAccessibleName(outer)
}
