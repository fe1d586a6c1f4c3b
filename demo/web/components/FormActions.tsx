interface FormActionsProps {
  readonly submit: string
  readonly isLoading: boolean
  readonly onCancel: () => void
}

/** The buttons at the end of a form in a dialog. */
export function FormActions({ submit, isLoading, onCancel }: FormActionsProps) {
  return (
    <div className="form__actions">
      <button type="button" className="button button--quiet" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button button--primary" aria-disabled={isLoading}>
        {submit}
      </button>
    </div>
  )
}
