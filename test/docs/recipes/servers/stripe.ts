import {
  Collection,
  Entity,
  pages,
  Query,
  resource,
  RestEndpoint,
  type RunContext,
  Union,
} from 'rtk-rest'
import { API } from '../api'

type Params = { readonly [name: string]: string | number | boolean | null | undefined | Params }

/** Changes are sent as POST, in forms: `metadata[plan]=pro&expand[]=customer&items[0][price]=p`. */
class StripeEndpoint extends RestEndpoint {
  override readonly urlPrefix = API

  override searchToString(params: Params) {
    return `${formOf(params)}`
  }

  override getRequestInit(body: Params | undefined, context: RunContext) {
    return super.getRequestInit(body && formOf(body), context)
  }
}

function formOf(fields: Params, form = new URLSearchParams(), prefix = ''): URLSearchParams {
  for (const [name, value] of Object.entries(fields)) {
    const isObject = typeof value === 'object' && value !== null
    const field = prefix ? `${prefix}[${Array.isArray(fields) && !isObject ? '' : name}]` : name
    if (isObject) formOf(value, form, field)
    else if (value !== undefined) form.append(field, String(value ?? '')) // an empty text removes
  }
  return form
}

class Customer extends Entity {
  id = ''
  email = ''
  metadata: Readonly<Record<string, string>> = {}
  created = 0
  static override key = 'Customer'

  /** An expanded customer may be `{ "id": "cus_1", "object": "customer", "deleted": true }`. */
  static override process(customer: { readonly deleted?: boolean }) {
    return customer.deleted ? undefined : customer
  }
}

class Invoice extends Entity {
  id = ''
  status: 'draft' | 'open' | 'paid' = 'draft'
  created = 0
  /** Undefined until a response has brought more of it than its id. */
  customer: Customer | undefined = undefined
  static override key = 'Invoice'
  static override schema = { customer: Customer } // for 'cus_1' as well
}

class Card extends Entity {
  id = ''
  readonly object = 'card'
  last4 = ''
  static override key = 'Card'
}

class BankAccount extends Entity {
  id = ''
  readonly object = 'bank_account'
  bank_name = ''
  static override key = 'BankAccount'
}

const byAge = (one: { created: number }, other: { created: number }) => other.created - one.created

const invoices = new Collection([Invoice], {
  argsKey: ({ expand: _, ...params }: Params) => params, // the same list with `expand`
})

export const CustomerResource = resource({
  path: '/v1/customers/:id',
  schema: Customer,
  Endpoint: StripeEndpoint,
})
  .extend('getList', {
    schema: {
      data: new Query(new Collection([Customer]), (all) => all.toSorted(byAge)),
      has_more: false,
    },
    paginationField: [pages, 'starting_after'],
  })
  .extend('partialUpdate', { method: 'POST' })

export const InvoiceResource = resource({
  path: '/v1/invoices/:id',
  schema: Invoice,
  body: {} as { readonly customer?: string; readonly status?: Invoice['status'] },
  Endpoint: StripeEndpoint,
})
  .extend('getList', {
    searchParams: {} as {
      readonly customer?: string
      readonly status?: Invoice['status']
      readonly expand?: readonly ['data.customer']
    },
    schema: { data: new Query(invoices, (all) => all.toSorted(byAge)), has_more: false },
    paginationField: [pages, 'starting_after'],
  })
  .extend('partialUpdate', { method: 'POST' })

export const SourceResource = resource({
  path: '/v1/customers/:customer/sources/:id',
  schema: new Union({ card: Card, bank_account: BankAccount }, 'object'),
  body: {} as { readonly source: string },
  create: 'front',
  Endpoint: StripeEndpoint,
}).extend(({ getList }) => ({
  getList: getList.extend({ schema: { data: getList.schema, has_more: false } }),
}))
