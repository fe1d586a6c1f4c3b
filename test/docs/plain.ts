import { configureStore } from '@reduxjs/toolkit'
import { createRest } from 'rtk-rest'
import { UserResource } from './readme/App'

export const rest = createRest()
export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

export async function session(): Promise<void> {
  // An endpoint is a function and needs no store.
  const user: unknown = await UserResource.get({ id: '1' })
  console.info(user)

  // In a thunk, a saga, a loader or a test:
  const users = await store.dispatch(rest.fetch(UserResource.getList)).unwrap()
  await store.dispatch(rest.fetch(UserResource.getList.push, { name: 'Alan' })).unwrap()

  // In mapStateToProps, useSelector or createSelector: the same objects while nothing changed.
  const { selectData, selectRequest } = rest.selectors
  const same = selectData(store.getState(), UserResource.getList)
  const { isLoading, error } = selectRequest(store.getState(), UserResource.getList)
  console.info(users, same, isLoading, error)

  // A reader outside of React: fetches missing or stale data until it is released.
  const held = store.dispatch(rest.retain(UserResource.get, { id: '1' }))
  held.release()

  // Invalidate one call, or reset the store.
  store.dispatch(rest.invalidate(UserResource.getList))
  store.dispatch(rest.reset())
}
