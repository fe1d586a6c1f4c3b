import type { ReactNode } from 'react'
import { AsyncBoundary } from 'rtk-rest/react'
import { UserName } from '../UserName'

/** A page that is rendered when the app is built. */
export default function About(): ReactNode {
  return (
    <AsyncBoundary fallback={<p>loading</p>}>
      <UserName id="3" />
    </AsyncBoundary>
  )
}
