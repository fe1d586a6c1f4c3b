import { matchRejected } from 'rtk-rest'
import { useState } from 'react'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useMutation } from 'rtk-rest/react'
import { orderSides, orderSymbols } from '../../orders'
import type { Refused } from '../describeError'
import { createOrder } from '../resources/Order'
import type { OrderInput } from '../resources/Order'
import { useAnnounce } from '../useAnnounce'
import { useFocusOnInvalid } from '../useFocusOnInvalid'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'
import { SelectField } from './SelectField'
import { TextField } from './TextField'

interface Draft {
  readonly side: string
  readonly quantity: string
  readonly symbol: string
}

/** Adds an order to the first column, where it is before the server has it. */
export function NewOrderForm() {
  const announce = useAnnounce()
  const [draft, setDraft] = useState<Draft>({
    side: 'buy',
    quantity: '',
    symbol: orderSymbols[0],
  })
  const [create, { isLoading, error }] = useMutation(createOrder)
  const refused = useRefusal(error)
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const { name, value } = currentTarget
    setDraft((before) => ({ ...before, [name]: value }))
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isLoading) return
    const { quantity } = draft
    // The order is on the board already, and the next one can be typed.
    setDraft({ ...draft, quantity: '' })
    const action = await create(toInput(draft))
    if (matchRejected(action)) {
      setDraft((typed) => (typed.quantity === '' ? { ...typed, quantity } : typed))
    } else announce('The order was added.')
  }
  return (
    <form
      ref={useFocusOnInvalid(refused)}
      className="order-form"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Fields draft={draft} onChange={onChange} refused={refused} />
      <button type="submit" className="button button--primary" aria-disabled={isLoading}>
        Add order
      </button>
      <Refusal refused={refused} fields={Object.keys(draft)} />
    </form>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  readonly refused: Refused | undefined
}

function Fields({ draft: { side, quantity, symbol }, ...shared }: FieldsProps) {
  return (
    <>
      <SelectField label="Side" name="side" value={side} options={orderSides} {...shared} />
      <TextField
        label="Quantity"
        name="quantity"
        value={quantity}
        inputMode="numeric"
        autoComplete="off"
        {...shared}
      />
      <SelectField label="Symbol" name="symbol" value={symbol} options={orderSymbols} {...shared} />
    </>
  )
}

function toInput({ side, quantity, symbol }: Draft): OrderInput {
  return {
    side: side as OrderInput['side'],
    // What is no number, the server refuses as it does 0.
    quantity: Number(quantity) || 0,
    symbol,
    status: 'open',
  }
}
