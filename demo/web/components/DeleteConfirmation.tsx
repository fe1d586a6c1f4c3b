import type { Submit } from '../useSubmit'
import { Refusal } from './Refusal'

interface DeleteConfirmationProps {
  /** What would be deleted, as in "3 members". */
  readonly what: string
  readonly submit: Submit
  readonly onKeep: () => void
  readonly className?: string
}

/** Members are deleted after a confirmation, because there is no way back. */
export function DeleteConfirmation({
  what,
  submit: { run, isRunning, refusal },
  onKeep,
  className = 'confirm',
}: DeleteConfirmationProps) {
  return (
    <div className={className} role="group" aria-label={`Delete ${what}`}>
      <p>Delete {what} and all notes about them? This cannot be undone.</p>
      <div className="form__actions">
        {/* The safe choice has the focus, so that a second Enter deletes nothing. */}
        <button type="button" className="button" autoFocus onClick={onKeep}>
          Keep
        </button>
        <button
          type="button"
          className="button button--danger"
          aria-disabled={isRunning}
          onClick={run}
        >
          Delete for good
        </button>
      </div>
      <Refusal text={refusal} />
    </div>
  )
}
