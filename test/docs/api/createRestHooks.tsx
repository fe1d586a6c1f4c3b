import { createContext } from 'react'
import type { ReactReduxContextValue } from 'react-redux'
import { createRest } from 'rtk-rest'
import { createRestHooks, type RestHooks, type RestHooksConfig } from 'rtk-rest/react'
import { UserResource } from './app'

const rest = createRest()
const shop = createRest({ reducerPath: 'shop' })

export const { useSuspense, useMutation } = createRestHooks({ rest: shop })

// #region RestHooksConfig
const WidgetContext = createContext<ReactReduxContextValue | null>(null)

const config: RestHooksConfig = { rest, context: WidgetContext }
// #endregion

// #region RestHooks
/** The hooks of a widget, for a component that may be rendered in several of them. */
const UserName = ({ hooks, id }: { readonly hooks: RestHooks; readonly id: string }) =>
  hooks.useSuspense(UserResource.get, { id }).name
// #endregion

export const shown = <UserName hooks={createRestHooks(config)} id="1" />
