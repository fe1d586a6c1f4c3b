import type { Refused } from '../describeError'

interface RefusalProps {
  readonly refused: Refused | undefined
  /** The fields that show errors of their own. */
  readonly fields?: readonly string[]
}

/** Why a change was refused, beside the form that caused it, unless its fields say it; announced at once. */
export function Refusal({ refused, fields }: RefusalProps) {
  if (
    refused === undefined ||
    fields?.some((field) => refused.errors[field] !== undefined) === true
  ) {
    return null
  }
  return <Alert text={refused.message} />
}

/** A sentence about something that went wrong. */
export function Alert({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="refusal" role="alert">
      {text}
    </p>
  )
}
