import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { createRest, devToolsOptions, Entity, resource, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

class Member extends Entity {
  id = ''
  name = ''
  static override key = 'Member'

  /** Leaves out of each response what no page shows. */
  static override process(input: object) {
    const { taxNumber: _, ...rest } = input as { readonly taxNumber?: string }
    return rest
  }
}

export const MemberResource = resource({
  urlPrefix: API,
  path: '/members/:id',
  schema: Member,
  getHeaders: (headers) => ({ ...headers, authorization: 'Bearer t1' }), // headers are never stored
})

/** Neither the password nor the token of the response is in the state, in an action or in an error. */
export const login = new RestEndpoint({
  urlPrefix: API,
  path: '/login',
  method: 'POST',
  body: {} as { readonly name: string; readonly password: string },
  process: (response: { readonly token: string }) => response,
  sensitive: true,
})

export const rest = createRest()

/** `report` of an error reporter sees each action. */
export function createStore(report: (action: unknown) => void) {
  const reporter: Middleware = () => (next) => (action) => {
    report(action)
    return next(action)
  }
  return configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware, reporter),
    devTools: process.env.NODE_ENV !== 'production' && devToolsOptions(rest),
  })
}
