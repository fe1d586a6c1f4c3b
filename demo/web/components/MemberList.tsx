import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSuspense } from 'rtk-rest/react'
import { hrefOf } from '../address'
import type { Address } from '../address'
import { MemberResource } from '../resources/Member'
import type { Selection } from './DeskMembers'
import { MemberCheck } from './MemberCheck'
import { MemberRow } from './MemberRow'

interface MemberListProps {
  readonly args: { desk?: string }
  readonly address: Address
  readonly selection: Selection
  readonly onSelection: (change: (before: Selection) => Selection) => void
}

/** The members of a list, by name, to look at or to select; suspends until there is one. */
export function MemberList({ args, address, selection, onSelection }: MemberListProps) {
  const members = useSuspense(MemberResource.getList, args)
  const { memberId: selectedId } = address
  useFocusAfterClose(selectedId)
  // The server sorts too, but a member that was added or renamed here must find its place without it.
  const sorted = useMemo(
    () => members.toSorted((one, other) => one.name.localeCompare(other.name)),
    [members],
  )
  const toggle = useCallback((id: string) => onSelection((it) => toggled(it, id)), [onSelection])
  if (sorted.length === 0) return <p className="empty">No member works on this desk yet.</p>
  return (
    <ul className="members">
      {sorted.map((member) =>
        selection === undefined ? (
          <MemberRow
            key={member.id}
            member={member}
            href={hrefOf({ ...address, memberId: member.id })}
            isSelected={member.id === selectedId}
          />
        ) : (
          <MemberCheck
            key={member.id}
            member={member}
            isChecked={selection.has(member.id)}
            onToggle={toggle}
          />
        ),
      )}
    </ul>
  )
}

function toggled(before: Selection, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}

/** Brings the keyboard back to the row of the member that was closed, or to the heading if it was deleted. */
function useFocusAfterClose(selectedId: string | null): void {
  const previous = useRef(selectedId)
  useEffect(() => {
    const closedId = selectedId === null ? previous.current : null
    previous.current = selectedId
    if (closedId === null) return
    const row = document.getElementById(`member-${closedId}`)
    ;(row ?? document.getElementById('members-heading'))?.focus()
  }, [selectedId])
}
