import { useId } from 'react'
import type { ComponentProps } from 'react'
import type { Refused } from '../describeError'
import { useFieldError } from './FieldError'

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly name: string
  readonly refused: Refused | undefined
}

/** A text field with its label, and with what the server says of it. */
export function TextField({ label, refused, ...input }: TextFieldProps) {
  const id = useId()
  const [fieldProps, error] = useFieldError(refused, input.name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} {...fieldProps} />
      {error}
    </div>
  )
}
