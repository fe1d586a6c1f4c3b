import { configureStore } from '@reduxjs/toolkit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createRest, RestEndpoint } from 'rtk-rest'
import { useDLE } from 'rtk-rest/react'
import { refetchOn } from 'rtk-rest/refetch'

// A page that follows the focus and the network, as an app bundles it.

const rest = createRest({ managers: [refetchOn({ focus: true, reconnect: true })] })
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) => defaults().concat(rest.middleware),
})
// Stale at once.
const getNumber = new RestEndpoint({ path: '/numbers/:name', dataExpiryLength: 1 })

function Number({ name }: { readonly name: string }) {
  const { data, loading, isPaused } = useDLE(getNumber, { name })
  const text = loading ? 'loading' : String(data)
  return <output id={name}>{isPaused ? `${text}, paused` : text}</output>
}

const root = createRoot(document.body.appendChild(document.createElement('main')))

/** Shows the numbers of these names. */
function show(...names: readonly string[]): void {
  root.render(
    <StrictMode>
      <Provider store={store}>
        {names.map((name) => (
          <Number key={name} name={name} />
        ))}
      </Provider>
    </StrictMode>,
  )
}

declare global {
  interface Window {
    show: typeof show
  }
}

window.show = show
