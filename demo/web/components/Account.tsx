import { useRef, useState } from 'react'
import { useUser } from '../useUser'
import { SignInForm } from './SignInForm'
import { SignOutButton } from './SignOutButton'

/** Who is signed in, with the way out; or the way in. */
export function Account() {
  const user = useUser()
  const dialog = useRef<HTMLDialogElement>(null)
  const account = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setOpen(true)
    dialog.current?.showModal()
  }
  // The button that was pressed gives way to another, and the keyboard must not fall back to the top of the page.
  const stay = () => account.current?.focus()
  const close = () => {
    dialog.current?.close()
    stay()
  }
  return (
    <div ref={account} className="account" role="group" aria-label="Account" tabIndex={-1}>
      {user === undefined ? (
        <button type="button" className="button" onClick={open}>
          Sign in
        </button>
      ) : (
        <SignedIn user={user} onDone={stay} />
      )}
      <dialog
        ref={dialog}
        className="dialog"
        aria-labelledby="sign-in-heading"
        onClose={() => setOpen(false)}
      >
        <h2 id="sign-in-heading">Sign in</h2>
        {/* Only while it is open, so that no password stays in a form that was left. */}
        {isOpen && <SignInForm onDone={close} />}
      </dialog>
    </div>
  )
}

function SignedIn({ user, onDone }: { user: string; onDone: () => void }) {
  return (
    <>
      <span className="quiet">
        Signed in as <strong className="account__user">{user}</strong>
      </span>
      <SignOutButton onDone={onDone} />
    </>
  )
}
