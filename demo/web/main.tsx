// First, because it counts what React DOM renders if it is there before it.
import { happenings, isOutagePoll } from './whatHappens'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { NetworkError } from 'rtk-rest'
import { RestDevtoolsInProduction } from 'rtk-rest/devtools'
import { App } from './components/App'
import { refetchAfterOutages } from './reopening'
import { PanelIntro } from './components/PanelIntro'
import { getSession, mayHaveSession } from './resources/Session'
import { rest, store } from './store'

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`index.html must have an element with the id "${id}".`)
  return element
}

/** What the server refused is on the page already, with a way to try again; anything else is a defect. */
function reportCaughtError(error: unknown): void {
  if (!(error instanceof NetworkError)) console.error(error)
}

refetchAfterOutages()

// A kept session is restored; a session that never began is not requested.
if (mayHaveSession()) void store.dispatch(rest.fetch(getSession))

// In a root of its own, and first, so that it sees how the app renders.
createRoot(elementOf('what-happens')).render(
  <RestDevtoolsInProduction
    rest={rest}
    store={store}
    position="docked"
    observers={[happenings]}
    ignores={isOutagePoll}
  >
    <PanelIntro />
  </RestDevtoolsInProduction>,
)

createRoot(elementOf('root'), { onCaughtError: reportCaughtError }).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
)
