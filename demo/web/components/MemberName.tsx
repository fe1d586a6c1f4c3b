import { useEffect, useRef, useState } from 'react'
import type { Member } from '../resources/Member'
import { RenameForm } from './RenameForm'

/** The name of the selected member, which can be changed in its place. */
export function MemberName({ member }: { member: Member }) {
  const [isRenaming, setRenaming] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasRenaming = useRef(false)
  // The keyboard follows to the member that was just selected, and back from the form to the name. A page that was just loaded
  // leaves the focus where it is.
  useEffect(() => {
    const isByUser = wasRenaming.current || document.activeElement !== document.body
    if (!isRenaming && isByUser) heading.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])
  if (isRenaming) {
    return (
      <>
        <h2 className="visually-hidden">Rename {member.name}</h2>
        <RenameForm member={member} onDone={() => setRenaming(false)} />
      </>
    )
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="detail__name">
        {member.name}
      </h2>
      <button type="button" className="button" onClick={() => setRenaming(true)}>
        Rename
      </button>
    </>
  )
}
