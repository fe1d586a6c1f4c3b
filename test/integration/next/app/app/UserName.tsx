'use client'

import type { ReactNode } from 'react'
import { useController, useSuspense } from 'rtk-rest/react'
import { User, UserResource } from './endpoints'

/** The name of a user, which a click changes. */
export function UserName({ id }: { readonly id: string }): ReactNode {
  const user = useSuspense(UserResource.get, { id })
  const controller = useController()
  const rename = () => controller.set(User, { id }, { id, name: 'Countess of Lovelace' })
  return <button onClick={rename}>{user.name} in a client component</button>
}
