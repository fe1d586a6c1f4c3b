import type { ReactNode } from 'react'
import { AsyncBoundary } from 'rtk-rest/react'
import { UserResource } from './endpoints'
import { UserName } from './UserName'

export const dynamic = 'force-dynamic'

/** A server component: it sends a request itself, and renders the boundary around a component that reads. */
export default async function Page(): Promise<ReactNode> {
  const user = (await UserResource.get({ id: '2' })) as { readonly name: string }
  return (
    <main>
      <h1>{user.name} in a server component</h1>
      <AsyncBoundary fallback={<p>loading</p>}>
        <UserName id="1" />
      </AsyncBoundary>
    </main>
  )
}
