import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { createRest, RestEndpoint, type RestGenerics, type RunContext } from 'rtk-rest'
import { API } from '../api'

export const auth = createSlice({
  name: 'auth',
  initialState: { accessToken: undefined as string | undefined },
  reducers: {
    signedIn: (_, { payload }: PayloadAction<string>) => ({ accessToken: payload }),
    signedOut: () => ({ accessToken: undefined }),
  },
})

export const rest = createRest()

export const createStore = () =>
  configureStore({
    reducer: { [rest.reducerPath]: rest.reducer, [auth.name]: auth.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })

type Store = ReturnType<typeof createStore>
type RootState = ReturnType<Store['getState']>

export class StoreTokenEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override getHeaders(
    headers: Record<string, string>,
    { getState }: RunContext,
  ): Record<string, string> {
    const state = getState?.() as RootState | undefined // undefined: called without a store
    const token = state?.auth.accessToken
    return token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` }
  }
}

const login = new RestEndpoint({
  urlPrefix: API,
  path: '/login',
  method: 'POST',
  body: {} as { readonly name: string; readonly password: string },
  process: (response: { readonly accessToken: string }) => response,
  sensitive: true,
})

export async function signIn(store: Store, name: string, password: string): Promise<void> {
  const { accessToken } = await store.dispatch(rest.fetch(login, { name, password })).unwrap()
  store.dispatch(auth.actions.signedIn(accessToken))
}

export function signOut(store: Store): void {
  store.dispatch(auth.actions.signedOut())
  store.dispatch(rest.reset())
}
