import { createRoot } from 'react-dom/client'
import { ErrorBoundary, type ErrorFallbackProps } from '../react/boundaries'
import type { Feed } from './Feed'
import { Model } from './Model'
import { Panel } from './Panel'
import { adopt, STYLES } from './styles'
import type { DevtoolsLog, DevtoolsObserver, RestDevtoolsProps } from './types'
import { observeUserEvents, plainName } from './userEvents'

/** Which events of the panel are none of the page. */
const OWN_EVENTS = ['click', 'keydown', 'keyup', 'input', 'change', 'mousedown', 'pointerdown']

/** Opens the panel of a store within an element, in a root of its own; returns the function that ends it. */
export function openPanel(
  host: HTMLElement,
  feed: Feed,
  position: NonNullable<RestDevtoolsProps['position']>,
  { ignores, observers = [], initialIsOpen }: RestDevtoolsProps,
): () => void {
  const shadow = host.attachShadow({ mode: 'open' })
  const restoreStyles = adopt(shadow, STYLES)
  const model = new Model(feed, ignores)
  feed.listen(model.take, model.notify)
  const root = createRoot(shadow)
  root.render(
    <ErrorBoundary fallbackComponent={Failure}>
      <Panel model={model} position={position} initialIsOpen={initialIsOpen} />
    </ErrorBoundary>,
  )
  const ends = observePage(model, host, shadow, observers)
  model.recorder.log.isObserved = true
  for (const type of OWN_EVENTS) host.addEventListener(type, stopPropagation)
  return () => {
    for (const end of ends) end()
    model.controls?.time.goBack()
    restoreStyles()
    // React may be rendering.
    queueMicrotask(() => root.unmount())
  }
}

function observePage(
  model: Model,
  host: HTMLElement,
  shadow: ShadowRoot,
  observers: readonly DevtoolsObserver[],
): (() => void)[] {
  const { recorder } = model
  const isOwn = (node: Node) => host.contains(node) || shadow.contains(node)
  const log: DevtoolsLog = {
    isOwn,
    addRendered: (components) => recorder.addRendered(components),
    countPlaces: (create) => recorder.countPlaces(create),
    addPlaces: (records, address) => recorder.addPlaces(records, address),
    getGroups: () => model.getShown().groups,
    subscribe: model.subscribe,
  }
  const naming = observers.find(({ nameOf }) => nameOf !== undefined)
  const nameOf = (element: Element) => {
    if (isOwn(element)) return undefined
    return naming?.nameOf === undefined ? plainName(element) : naming.nameOf(element)
  }
  return [
    ...observers.map((observer) => observer.observe?.(log) ?? doNothing),
    observeUserEvents(nameOf, (event) => recorder.followFrom(event)),
  ]
}

function stopPropagation(event: Event): void {
  event.stopPropagation()
}

function doNothing(): void {
  // It observes nothing.
}

function Failure({ error, resetErrorBoundary }: ErrorFallbackProps) {
  return (
    <aside className="wh" data-open="true" role="alert">
      <p>The panel has failed: {error.message}</p>
      <button type="button" onClick={resetErrorBoundary}>
        Try again
      </button>
    </aside>
  )
}
