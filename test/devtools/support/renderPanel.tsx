import { configureStore } from '@reduxjs/toolkit'
import type { Middleware } from '@reduxjs/toolkit'
import { fireEvent, render, waitFor, within } from '@testing-library/react'
import { instrument } from 'bippy'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'
import { RestDevtools } from 'rtk-rest/devtools'
import type { RestDevtoolsProps } from 'rtk-rest/devtools'
import { expect } from 'vitest'
import { observePage } from '../../../demo/panel/observePage'

/** What a store may lack. */
interface Lacks {
  readonly reducer?: boolean
  readonly middleware?: boolean
}

/** A store without a page. */
export function createObservedStore(lacks: Lacks = {}) {
  const rest = createRest()
  const added: Middleware[] = lacks.middleware === true ? [] : [rest.middleware]
  const store = configureStore({
    reducer: lacks.reducer === true ? () => ({}) : { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) =>
      // The checks of Redux Toolkit take long with 10,000 rows.
      getDefaultMiddleware({ immutableCheck: false, serializableCheck: false }).concat(added),
  })
  return { rest, store }
}

interface PanelOptions extends Omit<RestDevtoolsProps, 'store'> {
  readonly world?: ReturnType<typeof createObservedStore>
}

/** Renders the panel, open, in a root of its own, and then an app. */
export async function renderPanel(
  app: ReactNode,
  { world = createObservedStore(), ...props }: PanelOptions = {},
) {
  const { store } = world
  const happenings = observePage()
  const panel = render(
    <RestDevtools store={store} initialIsOpen observers={[happenings]} {...props} />,
  )
  await waitFor(() => expect(panelElement()).toBeTruthy())
  render(
    <StrictMode>
      <Provider store={store}>{app}</Provider>
    </StrictMode>,
  )
  return { ...world, panel, happenings }
}

const asides = () =>
  [...document.querySelectorAll('.rtk-rest-devtools')].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector('aside') ?? [],
  )

/** The panel that is on the page. */
export function panelElement(): HTMLElement {
  const [first] = asides()
  if (first === undefined) throw new Error('There is no panel.')
  return first
}

/** The panel that is on the page, to find its parts. */
export const panelOnPage = () => within(panelElement())

/** A group by what the user did; its name goes on with what followed. */
export const groupOf = (cause: string) =>
  panelOnPage().findByRole('button', { name: new RegExp(`^${cause} `) })

/** Opens a table, which may be open already. */
export async function openTable(name: string | RegExp): Promise<void> {
  await waitFor(() => {
    // A change puts another button in its place.
    const chip = panelOnPage().getByRole('button', { name })
    if (chip.getAttribute('aria-expanded') === 'false') fireEvent.click(chip)
    expect(chip.getAttribute('aria-expanded')).toBe('true')
  })
}

/** The next frame, in which the panel renders what was recorded. */
export const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Counts how often the panel renders from now on. */
export function countRenders() {
  const renders = { count: 0 }
  instrument({
    name: 'test',
    onCommitFiberRoot(_rendererId, { current }) {
      const { containerInfo } = current.stateNode as { readonly containerInfo: Node }
      if (asides()[0]?.getRootNode() === containerInfo) renders.count += 1
    },
  })
  return renders
}
