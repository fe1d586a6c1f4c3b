import { useDialog } from '../useDialog'
import { NewMemberForm } from './NewMemberForm'

/** Opens the form for a new member. */
export function NewMemberButton({ desk }: { desk: string }) {
  const { props, opening, open, close } = useDialog()
  return (
    <>
      <button type="button" className="button button--primary" onClick={open}>
        New member
      </button>
      <dialog {...props} className="dialog" aria-labelledby="new-member-heading">
        <h2 id="new-member-heading">New member</h2>
        {/* Only while it is open, so that the form starts empty and takes the focus. */}
        {opening > 0 && <NewMemberForm key={opening} desk={desk} onDone={close} />}
      </dialog>
    </>
  )
}
