import { useSyncExternalStore } from 'react'
import { Tries } from '../../panel/Tries'
import { tries } from '../tries'
import { happenings } from '../whatHappens'

/** Where the panel stands beside the page; else it is a drawer below it. */
const beside = globalThis.matchMedia('(min-width: 1200px)')

function useIsBeside(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      beside.addEventListener('change', onChange)
      return () => beside.removeEventListener('change', onChange)
    },
    () => beside.matches,
  )
}

/** The top of the panel where it is beside the page: what it shows, and what to try. */
export function PanelIntro() {
  const isBeside = useIsBeside()
  // A drawer has no room for it.
  if (!isBeside) return null
  return (
    <>
      <p className="panel-intro">
        rtk-rest stores each entity once, as a row in your Redux store. A response changes rows, and
        with them every place that shows the entity.
      </p>
      <TriesList />
    </>
  )
}

/** What to try, on the page where the panel is a drawer. */
export function PageTries() {
  const isBeside = useIsBeside()
  if (isBeside) return null
  return (
    <section className="page-tries" aria-label="To try">
      <TriesList />
    </section>
  )
}

function TriesList() {
  return (
    <details className="try-list" data-what-happens="ignored" open>
      <summary>Three things to try</summary>
      <Tries tries={tries} happenings={happenings} />
    </details>
  )
}
