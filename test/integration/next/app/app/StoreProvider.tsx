'use client'

import { configureStore } from '@reduxjs/toolkit'
import { type ReactNode, useState } from 'react'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'

/** A store for each request on the server, and one for the page in the browser. */
export function StoreProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [store] = useState(() => {
    const rest = createRest()
    return configureStore({
      reducer: { rest: rest.reducer },
      middleware: (defaults) => defaults().concat(rest.middleware),
    })
  })
  return <Provider store={store}>{children}</Provider>
}
