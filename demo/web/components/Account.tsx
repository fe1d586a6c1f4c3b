import { useRef } from 'react'
import { useDialog } from '../useDialog'
import { useUser } from '../useUser'
import { SignInForm } from './SignInForm'
import { SignOutButton } from './SignOutButton'

/** Who is signed in, with the way out; or the way in. */
export function Account() {
  const user = useUser()
  const { props, opening, open, close: closeDialog } = useDialog()
  const account = useRef<HTMLDivElement>(null)
  // The button that was pressed gives way to another, and the keyboard must not fall back to the top of the page.
  const stay = () => account.current?.focus()
  const close = () => {
    closeDialog()
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
      <dialog {...props} className="dialog" aria-labelledby="sign-in-heading">
        <h2 id="sign-in-heading">Sign in</h2>
        {/* Only while it is open, so that no password stays in a form that was left. */}
        {opening > 0 && <SignInForm key={opening} onDone={close} />}
      </dialog>
    </div>
  )
}

function SignedIn({ user, onDone }: { user: string; onDone: () => void }) {
  return (
    <>
      <span className="account__name quiet">
        Signed in as <strong className="account__user">{user}</strong>
      </span>
      <SignOutButton onDone={onDone} />
    </>
  )
}
