import { configureStore } from '@reduxjs/toolkit'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { Collection, createRest, Entity } from 'rtk-rest'
import { RestDevtoolsInProduction } from 'rtk-rest/devtools'

// A page with 100,000 rows, a button, and the open panel.

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const rest = createRest()
const store = configureStore({
  reducer: { rest: rest.reducer },
  // The checks of Redux Toolkit take long with so many rows.
  middleware: (defaults) =>
    defaults({ immutableCheck: false, serializableCheck: false }).concat(rest.middleware),
})

const userOf = (id: number, name: string) => ({ id: `${id}`, name: `${name} ${id}` })
const users = Array.from({ length: 100_000 }, (_, id) => userOf(id, 'User'))
store.dispatch(rest.set(new Collection([User]), {}, users))

function Counter() {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{`Pressed ${count}`}</button>
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <Provider store={store}>
    <RestDevtoolsInProduction initialIsOpen position="docked" />
    <Counter />
  </Provider>,
)

/** What was counted in a burst of actions. */
interface Burst {
  readonly actions: number
  readonly frames: number
  /** How often the panel has rendered. */
  readonly renders: number
  /** The most elements that one of them has added. */
  readonly added: number
}

const nextFrame = () => new Promise(requestAnimationFrame)
const isPressed = () => document.querySelector('main')?.textContent?.includes('Pressed 1') ?? false

/** Dispatches 20 actions in a frame, at least 1,000, until the button was pressed. */
async function startBurst(panel: Element): Promise<Burst> {
  const counts = { actions: 0, frames: 0, renders: 0, added: 0 }
  const observer = new MutationObserver((records) => {
    counts.renders += 1
    counts.added = Math.max(counts.added, addedBy(records))
  })
  observer.observe(panel, { subtree: true, childList: true, characterData: true })
  while (counts.actions < 1_000 || !isPressed()) {
    for (let at = 0; at < 20; at += 1) {
      const user = userOf(counts.actions++, 'Renamed')
      store.dispatch(rest.set(User, { id: user.id }, user))
      // What React renders at once, it renders now.
      await Promise.resolve()
    }
    counts.frames += 1
    await nextFrame()
  }
  observer.disconnect()
  return counts
}

function addedBy(records: readonly MutationRecord[]): number {
  const added = records.flatMap((it) => [...it.addedNodes])
  const elements = added.filter((it) => it instanceof Element)
  return elements.reduce((sum, it) => sum + 1 + it.querySelectorAll('*').length, 0)
}

declare global {
  interface Window {
    startBurst: typeof startBurst
    panelBurst: Promise<Burst> | undefined
  }
}

window.startBurst = startBurst
