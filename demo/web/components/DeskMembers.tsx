import { useState } from 'react'
import { AsyncBoundary } from 'rtk-rest/react'
import { useUser } from '../useUser'
import { ErrorPanel } from './ErrorPanel'
import { MemberList } from './MemberList'
import { MemberTools } from './MemberTools'
import { SelectedMembers } from './SelectedMembers'
import { Skeleton } from './Skeleton'

/** The ids of the members that are to be deleted; `undefined` while none can be selected. */
export type Selection = ReadonlySet<string> | undefined

/** The members of one desk, and what somebody who is signed in can do with many of them. */
export function DeskMembers({ args }: { args: { desk?: string } }) {
  const user = useUser()
  const [chosen, setChosen] = useState<Selection>()
  const selection = user === undefined ? undefined : chosen
  const end = () => {
    setChosen(undefined)
    document.getElementById('members-heading')?.focus()
  }
  return (
    <>
      {user !== undefined && selection === undefined && (
        <MemberTools onSelect={() => setChosen(new Set())} />
      )}
      {selection && <SelectedMembers args={args} selection={selection} onEnd={end} />}
      <AsyncBoundary fallback={<Skeleton label="members" rows={6} />} errorComponent={ErrorPanel}>
        <MemberList args={args} selection={selection} onSelection={setChosen} />
      </AsyncBoundary>
    </>
  )
}
