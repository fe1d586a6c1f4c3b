import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import {
  Collection,
  createRest,
  Entity,
  LogoutManager,
  resource,
  RestEndpoint,
  type RestGenerics,
  type RunContext,
} from 'rtk-rest'
import { API } from '../recipes/api'

// An app as a newcomer writes it, by README and docs alone.

const session = createSlice({
  name: 'session',
  initialState: { token: '' },
  reducers: {
    signedIn: (_, { payload }: PayloadAction<string>) => ({ token: payload }),
    signedOut: () => ({ token: '' }),
  },
})
export const { signedIn, signedOut } = session.actions

export const rest = createRest({
  managers: [
    new LogoutManager({
      shouldLogout: ({ status }) => status === 401,
      handleLogout(controller) {
        controller.reset()
        store.dispatch(signedOut())
      },
    }),
  ],
})

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer, [session.name]: session.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})
export type RootState = ReturnType<typeof store.getState>

class ApiEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override urlPrefix: string = API

  override getHeaders(headers: Record<string, string>, { getState }: RunContext) {
    const state = getState?.() as RootState | undefined
    return { ...headers, authorization: `Bearer ${state?.session.token}` }
  }
}

export class Photo extends Entity {
  id = ''
  title = ''
  album = ''
  static override key = 'Photo'
}

const Base = resource({ path: '/photos/:id', schema: Photo, Endpoint: ApiEndpoint }).extend(
  'getList',
  {
    schema: { items: new Collection([Photo]), total: 0 },
    searchParams: {} as { readonly album: string; readonly page: number },
  },
)

export const PhotoResource = Base.extend({
  create: { expireAll: [Base.getList] },
  delete: { expireAll: [Base.getList] },
})

export const signIn = new RestEndpoint({
  urlPrefix: API,
  path: '/login',
  method: 'POST',
  body: {} as { readonly name: string; readonly password: string },
  process: (response: { readonly token: string }) => response,
  sensitive: true,
})
