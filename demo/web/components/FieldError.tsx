import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Refused } from '../describeError'

/** What makes an element a field with an error. */
interface FieldProps {
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** Connects a field with what the server says of it. */
export function useFieldError(
  refused: Refused | undefined,
  name: string,
): readonly [FieldProps, ReactNode] {
  const id = useId()
  const text = refused?.errors[name]
  if (text === undefined) return [{}, null]
  const shown = (
    <p id={id} className="field__error" role="alert">
      {text}
    </p>
  )
  return [{ 'aria-invalid': true, 'aria-describedby': id }, shown]
}
