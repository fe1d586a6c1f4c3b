'use client'

import { type ReactNode, useState } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary } from 'rtk-rest/react'
import { makeStore, type RootState } from './makeStore'

interface Props {
  readonly state: RootState
  readonly children: ReactNode
}

export function StoreProvider({ state, children }: Props) {
  const [store] = useState(() => makeStore(state))
  return (
    <Provider store={store}>
      <AsyncBoundary fallback={<p>Loading …</p>}>{children}</AsyncBoundary>
    </Provider>
  )
}
