import { configureStore } from '@reduxjs/toolkit'
import { backoff, createRest, RestEndpoint, type RunContext } from 'rtk-rest'
import { xhrFetch } from 'rtk-rest/xhr'

// What the page of these tests has, as an app bundles it.

function createStore(fetchFn?: RunContext['fetchFn']) {
  const rest = createRest(fetchFn && { fetchFn })
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
  })
  return { rest, store }
}

/** An error as data, which a test gets from the page. */
async function describeError(
  promise: Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return { value: await promise }
  } catch (error) {
    const { name, message, status, code, data } = error as Partial<Record<string, unknown>>
    return { name, message, status, code, data }
  }
}

const library = { backoff, createStore, describeError, RestEndpoint, xhrFetch }

declare global {
  interface Window {
    library: typeof library
  }
}

window.library = library
