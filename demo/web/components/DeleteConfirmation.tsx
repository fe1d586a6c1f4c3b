import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'

interface DeleteConfirmationProps {
  /** What would be deleted, as in "3 members". */
  readonly what: string
  /** What is said while it is deleted. */
  readonly progress: string
  readonly isDeleting: boolean
  readonly error: Error | undefined
  readonly onDelete: () => void
  readonly onKeep: () => void
  readonly className?: string
}

/** Members are deleted after a confirmation, which Escape closes, because there is no way back; none once the request is sent. */
export function DeleteConfirmation(props: DeleteConfirmationProps) {
  const { what, progress, isDeleting, error, onDelete, onKeep, className = 'confirm' } = props
  return (
    <div
      className={className}
      role="group"
      aria-label={`Delete ${what}`}
      onKeyDown={({ key }) => key === 'Escape' && !isDeleting && onKeep()}
    >
      <p role="status">
        {isDeleting ? progress : `Delete ${what} and all notes about them? This cannot be undone.`}
      </p>
      <div className="form__actions">
        {/* The safe choice has the focus, so that a second Enter deletes nothing. */}
        <button
          type="button"
          className="button"
          autoFocus
          aria-disabled={isDeleting}
          onClick={() => !isDeleting && onKeep()}
        >
          Keep
        </button>
        <button
          type="button"
          className="button button--danger"
          aria-disabled={isDeleting}
          onClick={() => !isDeleting && onDelete()}
        >
          Delete for good
        </button>
      </div>
      <Refusal refused={useRefusal(error)} />
    </div>
  )
}
