import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { NetworkError } from 'rtk-rest'
import { App } from './components/App'
import { getSession, mayHaveSession } from './resources/Session'
import { rest, store } from './store'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html must have an element with the id "root".')

/** What the server refused is on the page already, with a way to try again; anything else is a defect. */
function reportCaughtError(error: unknown): void {
  if (!(error instanceof NetworkError)) console.error(error)
}

// A kept session is restored; a session that never began is not requested.
if (mayHaveSession()) void store.dispatch(rest.fetch(getSession))

createRoot(root, { onCaughtError: reportCaughtError }).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
)
