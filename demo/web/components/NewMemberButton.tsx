import { useRef, useState } from 'react'
import { NewMemberForm } from './NewMemberForm'

/** Opens the form for a new member in a native dialog, which keeps the keyboard inside and closes with Escape. */
export function NewMemberButton({ desk }: { desk: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [timesOpened, setTimesOpened] = useState(0)
  const open = () => {
    setTimesOpened(timesOpened + 1)
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" className="button button--primary" onClick={open}>
        New member
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="new-member-heading">
        <h2 id="new-member-heading">New member</h2>
        {/* A new key each time, so that the form starts empty and takes the focus. */}
        {timesOpened > 0 && (
          <NewMemberForm key={timesOpened} desk={desk} onDone={() => dialog.current?.close()} />
        )}
      </dialog>
    </>
  )
}
