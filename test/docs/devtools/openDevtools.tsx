import type { Store } from '@reduxjs/toolkit'
import { createRoot } from 'react-dom/client'
import { type DevtoolsObserver, RestDevtools } from 'rtk-rest/devtools'
import { createRest } from 'rtk-rest'

export const shop = createRest({ reducerPath: 'shop' })

/** Calls what was clicked by its test id. */
export const testIds: DevtoolsObserver = {
  nameOf: (element) => element.closest('[data-testid]')?.getAttribute('data-testid') ?? '',
}

/** Beside the app, in a root of its own. */
export function openDevtools(element: Element, store: Store): void {
  createRoot(element).render(
    <RestDevtools rest={shop} store={store} position="docked" observers={[testIds]} />,
  )
}
