import { type Action, configureStore, type Middleware } from '@reduxjs/toolkit'
import { createStore, values } from 'idb-keyval'
import { createRest, Entity, resource } from 'rtk-rest'
import { persistence } from 'rtk-rest/persistence'
import { refetchOn } from 'rtk-rest/refetch'

// An app with notes of the user who is signed in, whose tabs share a storage and a token.

class Note extends Entity {
  id = ''
  text = ''
  static override key = 'Note'
}

const NoteResource = resource({
  path: '/notes/:id',
  schema: Note,
  getHeaders: (headers) => ({ ...headers, 'x-user': localStorage.getItem('user') ?? '' }),
})

type Place = 'IndexedDB' | 'localStorage'

/** Opens the app, with a reader of the notes. */
function openTab(place: Place) {
  let resets = 0
  const rest = createRest({
    managers: [
      persistence({
        key: 'tabs',
        throttle: 1,
        ...(place === 'localStorage' && { storage: () => localStorage }),
      }),
      refetchOn({ reconnect: true }),
    ],
  })
  const countResets: Middleware = () => (next) => (action) => {
    if ((action as Action).type === 'rest/reset') resets += 1
    return next(action)
  }
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware, countResets),
  })
  store.dispatch(rest.retain(NoteResource.getList))
  const view = () => rest.selectors.selectRequest(store.getState(), NoteResource.getList)
  return {
    signIn(user: string): void {
      localStorage.setItem('user', user)
      void store.dispatch(rest.fetch(NoteResource.getList))
    },
    signOut(): void {
      localStorage.removeItem('user')
      store.dispatch(rest.reset())
    },
    refetch: () => void store.dispatch(rest.fetch(NoteResource.getList)),
    write: (id: string, text: string) =>
      void store.dispatch(rest.fetch(NoteResource.partialUpdate, { id }, { text })),
    texts: () => view().data?.map(({ text }) => text) ?? [],
    isFetching: () => view().isFetching,
    resets: () => resets,
  }
}

/** What is stored for all tabs. */
async function storedIn(place: Place): Promise<string> {
  if (place === 'localStorage') return localStorage.getItem('tabs') ?? ''
  return JSON.stringify(await values(createStore('tabs', 'rows')))
}

/** Waits until a text is stored. */
async function untilStored(place: Place, text: string): Promise<void> {
  while (!(await storedIn(place)).includes(text)) {
    await new Promise((resolve) => setTimeout(resolve))
  }
}

declare global {
  interface Window {
    openTab: typeof openTab
    storedIn: typeof storedIn
    untilStored: typeof untilStored
    tab: ReturnType<typeof openTab>
  }
}

Object.assign(window, { openTab, storedIn, untilStored })
