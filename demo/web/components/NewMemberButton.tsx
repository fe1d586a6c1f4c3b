import { useRef, useState } from 'react'
import { NewMemberForm } from './NewMemberForm'

/** Opens the form for a new member in a native dialog, which keeps the keyboard inside and closes with Escape. */
export function NewMemberButton({ desk }: { desk: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setOpen(true)
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" className="button button--primary" onClick={open}>
        New member
      </button>
      <dialog
        ref={dialog}
        className="dialog"
        aria-labelledby="new-member-heading"
        onClose={() => setOpen(false)}
      >
        <h2 id="new-member-heading">New member</h2>
        {/* Only while it is open, so that the form starts empty and takes the focus. */}
        {isOpen && <NewMemberForm desk={desk} onDone={() => dialog.current?.close()} />}
      </dialog>
    </>
  )
}
