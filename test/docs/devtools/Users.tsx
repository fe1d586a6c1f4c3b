import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { UserResource } from '../../support/world'

export function Users() {
  return (
    <AsyncBoundary fallback={<p>loading</p>}>
      <Names />
    </AsyncBoundary>
  )
}

function Names() {
  return <p>{useSuspense(UserResource.getList).map(({ name }) => name)}</p>
}
