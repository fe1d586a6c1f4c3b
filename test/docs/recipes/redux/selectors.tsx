import { createSelector } from '@reduxjs/toolkit'
import { Component } from 'react'
import { connect, useSelector } from 'react-redux'
import { Entity, resource } from 'rtk-rest'
import type { Retained } from 'rtk-rest/types'
import { API } from '../api'
import { rest, type store } from '../store'

type RootState = ReturnType<typeof store.getState>

class Invoice extends Entity {
  id = ''
  customer = ''
  amount = 0
  static override key = 'Invoice'
}

export const InvoiceResource = resource({ urlPrefix: API, path: '/invoices/:id', schema: Invoice })

const { selectData, selectRequest } = rest.selectors

const selectInvoices = (state: RootState) => selectData(state, InvoiceResource.getList)

export const selectTotals = createSelector([selectInvoices], (invoices = []) => {
  const totals: Record<string, number> = {}
  for (const { customer, amount } of invoices) {
    totals[customer] = (totals[customer] ?? 0) + amount
  }
  return totals
})

export function Total({ customer }: { readonly customer: string }) {
  const total = useSelector((state: RootState) => selectTotals(state)[customer])
  const { isFetching } = useSelector((state: RootState) =>
    selectRequest(state, InvoiceResource.getList),
  )
  return <b aria-busy={isFetching}>{total ?? '…'}</b>
}

interface Props {
  readonly id: string
  readonly invoice: Invoice | undefined
  retain(id: string): Retained
}

class InvoicePane extends Component<Props> {
  #held: Retained | undefined

  override componentDidMount() {
    this.#held = this.props.retain(this.props.id)
  }

  override componentDidUpdate({ id }: Props) {
    if (id === this.props.id) return
    this.#held?.release()
    this.#held = this.props.retain(this.props.id)
  }

  override componentWillUnmount() {
    this.#held?.release()
  }

  override render() {
    return <p>{this.props.invoice?.customer ?? 'Loading …'}</p>
  }
}

const mapState = (state: RootState, { id }: { readonly id: string }) => ({
  invoice: selectData(state, InvoiceResource.get, { id }),
})

const mapDispatch = { retain: (id: string) => rest.retain(InvoiceResource.get, { id }) }

export const ConnectedInvoice = connect(mapState, mapDispatch)(InvoicePane)
