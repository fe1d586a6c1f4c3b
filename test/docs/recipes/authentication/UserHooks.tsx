import { createContext, useContext, useMemo } from 'react'
import { Entity, hookifyResource, resource } from 'rtk-rest'
import { useController, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

export const Token = createContext('')

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

export const UserResource = resource({
  urlPrefix: API,
  path: '/users/:id',
  schema: User,
}).extend('current', { path: '/user' })

function useInit(): RequestInit {
  const token = useContext(Token)
  return useMemo(() => ({ headers: { 'Access-Token': token } }), [token])
}

export const UserHooks = hookifyResource(UserResource, useInit)

export function UserName({ id }: { readonly id: string }) {
  const user = useSuspense(UserHooks.useGet(), { id })
  const partialUpdate = UserHooks.usePartialUpdate()
  const controller = useController()
  const rename = () => controller.fetch(partialUpdate, { id }, { name: 'Grace' })
  return <button onClick={() => void rename()}>{user.name}</button>
}

export function Me() {
  return <i>{useSuspense(UserHooks.useCurrent()).name}</i>
}
