import { useState } from 'react'
import type { Address } from '../address'
import { MemberResource } from '../resources/Member'
import { useUser } from '../useUser'
import { MemberList } from './MemberList'
import { MemberTools } from './MemberTools'
import { Reading } from './Reading'
import { SelectedMembers } from './SelectedMembers'
import { Skeleton } from './Skeleton'

/** The ids of the members that are to be deleted; `undefined` while none can be selected. */
export type Selection = ReadonlySet<string> | undefined

interface DeskMembersProps {
  readonly args: { desk?: string }
  readonly address: Address
}

/** The members of one desk, and what somebody who is signed in can do with many of them. */
export function DeskMembers({ args, address }: DeskMembersProps) {
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
      <Reading
        of={{ endpoint: MemberResource.getList, args: [args] }}
        fallback={<Skeleton label="members" shape="member" rows={8} />}
      >
        <MemberList args={args} address={address} selection={selection} onSelection={setChosen} />
      </Reading>
    </>
  )
}
