/*
 * "What happens": a docked panel that shows what rtk-rest does in a Redux store.
 *
 *   import { createWhatHappens, observer } from './panel/createWhatHappens' // before React DOM, to count components
 *
 *   const rest = createRest({ managers: [observer] })
 *   const { middleware, WhatHappens } = createWhatHappens(rest)
 *   configureStore({ …, middleware: (get) => get().concat(rest.middleware, middleware) })
 *   createRoot(element).render(<WhatHappens tries={…} />)
 *
 * It shows, newest first, what the user did and what followed from it: requests, actions with the rows that they changed, and how
 * many places of the page changed and how many components rendered; and the tables of the state, with what is only expected. Each place
 * that changes flashes once.
 *
 * - It is written against public names only: `rtk-rest`, Redux and React; test/architecture.test.ts checks that. Its libraries are
 *   `bippy` (which components rendered, by the hook of React DevTools) and `dom-accessibility-api` (the names of buttons).
 * - The log is outside of the state and bounded (`LIMITS`), and the panel dispatches nothing. It renders at most once in a frame, and
 *   less often if that takes long.
 * - Of a sensitive call it keeps the name of its endpoint. Of actions of the app it keeps the type.
 * - `observer` is a manager of its own: it hears which calls are polled, and of sensitive calls, which no action tells.
 * - Its styles are in panel.css, which the app imports; colours follow the scheme of the page, and may be set by `--wh-*`.
 * - What is within `data-what-happens="ignored"` is not a part of the page: other tools, explanations, toasts.
 * - It may be in a root of its own, beside the app, or within the app.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ComponentType, RefObject } from 'react'
import type { Middleware } from 'redux'
import { observeRenders } from './renders'
import { flash } from './flash'
import { Model } from './Model'
import type { ModelOptions, ObservedRest } from './Model'
import { Panel } from './Panel'
import type { Try } from './Tries'
import { observeUserEvents } from './userEvents'

export { observer } from './observer'
export type { Try } from './Tries'
export type { ActionView, GroupView, RequestView } from './types'

interface WhatHappensProps {
  /** Things to try, which are ticked off when they were done. */
  readonly tries?: readonly Try[]
}

/** What `createWhatHappens` gives. */
export interface WhatHappens {
  /** Belongs behind `rest.middleware`. */
  readonly middleware: Middleware
  readonly WhatHappens: ComponentType<WhatHappensProps>
}

const NO_TRIES: readonly Try[] = []

/** Creates the panel of a store. */
export function createWhatHappens(rest: ObservedRest, options?: ModelOptions): WhatHappens {
  const model = new Model(rest, options)
  function WhatHappens({ tries = NO_TRIES }: WhatHappensProps) {
    const panel = useRef<HTMLElement>(null)
    useObservers(model, panel, WhatHappens)
    const shown = useSyncExternalStore(model.subscribe, model.getShown)
    return <Panel panelRef={panel} shown={shown} tries={tries} path={rest.reducerPath} />
  }
  return { middleware: model.middleware, WhatHappens }
}

/** Observes the page as long as the panel is mounted. */
function useObservers(model: Model, panel: RefObject<HTMLElement | null>, type: unknown): void {
  useEffect(() => {
    const { recorder } = model
    const isOwn = (node: Node) => panel.current?.contains(node) === true || isIgnored(node)
    const observer = new MutationObserver((records) => {
      const ofApp = records.filter(({ target }) => !isOwn(target))
      flash(recorder.addPlaces(ofApp, location.href))
    })
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      characterDataOldValue: true,
      attributeOldValue: true,
    })
    const ends = [
      () => observer.disconnect(),
      observeUserEvents(isOwn, (event) => recorder.begin(event)),
      observeRenders(type, (rendered) => recorder.addRendered(rendered)),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [model, panel, type])
}

function isIgnored(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('[data-what-happens="ignored"]') != null
}
