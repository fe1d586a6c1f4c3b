import { useId } from 'react'
import type { ComponentProps } from 'react'
import type { Refused } from '../describeError'
import { useFieldError } from './FieldError'

interface SelectFieldProps extends ComponentProps<'select'> {
  readonly label: string
  readonly name: string
  readonly options: readonly string[]
  readonly refused: Refused | undefined
}

/** A choice with its label, and with what the server says of it. */
export function SelectField({ label, options, refused, ...select }: SelectFieldProps) {
  const id = useId()
  const [fieldProps, error] = useFieldError(refused, select.name)
  return (
    <div className="field">
      {/* Beside and not around it, as the text of the label would else hold all the options. */}
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} {...fieldProps}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      {error}
    </div>
  )
}
