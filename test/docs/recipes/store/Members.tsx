import { configureStore } from '@reduxjs/toolkit'
import { memo } from 'react'
import { createRest, devToolsOptions, Entity, resource } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Seat extends Entity {
  id = ''
  name = ''
  static override key = 'Seat'
}

export const SeatResource = resource({ urlPrefix: API, path: '/seats/:id', schema: Seat })

/** Renders for each change of a seat, and passes once over the list. */
export function Seats() {
  return useSuspense(SeatResource.getList).map((seat) => <SeatRow key={seat.id} seat={seat} />)
}

/** Renders if its own seat has changed: the others are the same objects. */
const SeatRow = memo(function SeatRow({ seat }: { readonly seat: Seat }) {
  return <p>{seat.name}</p>
})

export const rest = createRest()

/** In development, Redux Toolkit walks the whole state after each action, and DevTools writes it as text. */
export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) =>
    getDefaultMiddleware({
      immutableCheck: { ignoredPaths: [rest.reducerPath] },
      serializableCheck: { ignoredPaths: [rest.reducerPath] },
    }).concat(rest.middleware),
  devTools: devToolsOptions(rest),
})
