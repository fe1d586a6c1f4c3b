import { configureStore } from '@reduxjs/toolkit'
import { type ComponentType, useState } from 'react'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'
import { AsyncBoundary } from 'rtk-rest/react'

/** A store for one story, whose requests `fetchFn` responds to. */
function createStoryStore(fetchFn: typeof fetch) {
  const rest = createRest({ fetchFn })
  return configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
}

/** A decorator: a new store each time that the story mounts. */
export function withRest(fetchFn: typeof fetch) {
  return function WithRest(Story: ComponentType) {
    return <Stage Story={Story} fetchFn={fetchFn} />
  }
}

interface StageProps {
  readonly Story: ComponentType
  readonly fetchFn: typeof fetch
}

function Stage({ Story, fetchFn }: StageProps) {
  const [store] = useState(() => createStoryStore(fetchFn))
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="Loading …">
        <Story />
      </AsyncBoundary>
    </Provider>
  )
}
