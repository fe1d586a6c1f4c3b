import { configureStore } from '@reduxjs/toolkit'
import type { Middleware } from '@reduxjs/toolkit'
import { render, screen, within } from '@testing-library/react'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'
import { createWhatHappens, observer } from '../../../../demo/panel/createWhatHappens'
import type { Try } from '../../../../demo/panel/createWhatHappens'

// There is room beside the app, so the panel is open.
Object.assign(globalThis, { innerWidth: 1440 })

/** What a store may lack. */
interface Lacks {
  readonly reducer?: boolean
  readonly middleware?: boolean
  readonly panel?: boolean
}

/** A store with a panel, without a page. */
export function createObservedStore(
  lacks: Lacks = {},
  options?: Parameters<typeof createWhatHappens>[1],
) {
  const rest = createRest({ managers: [observer] })
  const { middleware, WhatHappens } = createWhatHappens(rest, options)
  const added: Middleware[] = []
  if (lacks.middleware !== true) added.push(rest.middleware)
  if (lacks.panel !== true) added.push(middleware)
  const store = configureStore({
    reducer: lacks.reducer === true ? () => ({}) : { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) =>
      // The checks of Redux Toolkit take long with 10,000 rows.
      getDefaultMiddleware({ immutableCheck: false, serializableCheck: false }).concat(added),
  })
  return { rest, store, WhatHappens }
}

/** Renders an app, and the panel in a root of its own. */
export function renderPanel(
  app: ReactNode,
  { tries, world = createObservedStore() }: PanelOptions = {},
) {
  const { WhatHappens, store } = world
  const panel = render(<WhatHappens {...(tries && { tries })} />)
  render(
    <StrictMode>
      <Provider store={store}>{app}</Provider>
    </StrictMode>,
  )
  return { ...world, panel }
}

interface PanelOptions {
  readonly tries?: readonly Try[]
  readonly world?: ReturnType<typeof createObservedStore>
}

/** The panel as it is on the page. */
export const panelOnPage = () => within(screen.getByRole('complementary', { name: 'What happens' }))

/** A group by what the user did; its name goes on with what followed. */
export const groupOf = (cause: string) =>
  panelOnPage().findByRole('button', { name: new RegExp(`^${cause} `) })

/** The next frame, in which the panel renders what was recorded. */
export const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
