import { configureStore } from '@reduxjs/toolkit'
import { createStore, values } from 'idb-keyval'
import { Collection, createRest, Endpoint, Entity } from 'rtk-rest'
import { persistence } from 'rtk-rest/persistence'

// What the page of these tests has: an app whose state lives on.

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

/** Opens the app, which stores in IndexedDB, or in the storage of this name. */
function openApp(storage?: 'localStorage' | 'sessionStorage', throttle = 1_000) {
  const manager = persistence({
    key: 'app',
    throttle,
    ...(storage && { storage: () => window[storage] }),
  })
  const rest = createRest({ managers: [manager] })
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
  })
  let requests = 0
  const getUsers = new Endpoint(
    async () => {
      requests += 1
      return [
        { id: '1', name: 'Ada' },
        { id: '2', name: 'Bob' },
      ]
    },
    { name: 'getUsers', schema: new Collection([User]) },
  )
  return {
    rehydrated: () => store.dispatch(rest.rehydrated()),
    fetch: () => store.dispatch(rest.fetch(getUsers)).unwrap(),
    /** Writes so many users. */
    fill: (count: number) =>
      void store.dispatch(
        rest.set(
          [User],
          Array.from({ length: count }, (_, at) => ({ id: `u${at}`, name: `${at}` })),
        ),
      ),
    rename: (id: string, name: string) => void store.dispatch(rest.set(User, { id }, { id, name })),
    signOut: () => store.dispatch(rest.reset()),
    /** Reads as a component does, until the data is there. */
    read: async () => {
      const reader = store.dispatch(rest.retain(getUsers))
      const names = () =>
        rest.selectors.selectData(store.getState(), getUsers)?.map(({ name }) => name)
      while (names() === undefined) await new Promise((resolve) => setTimeout(resolve))
      reader.release()
      return { names: names(), requests }
    },
    count: () => rest.selectors.selectAll(store.getState(), User).length,
    nameOf: (id: string) => rest.selectors.selectEntity(store.getState(), User, id)?.name,
  }
}

/** Waits until the database has a user of this name. */
async function hasStored(name: string): Promise<void> {
  for (;;) {
    const text = JSON.stringify(await values(createStore('app', 'rows')))
    if (text.includes(`"${name}"`)) return
    await new Promise((resolve) => setTimeout(resolve))
  }
}

declare global {
  interface Window {
    hasStored: typeof hasStored
    openApp: typeof openApp
    app: ReturnType<typeof openApp>
  }
}

window.openApp = openApp
window.hasStored = hasStored
