import { Collection, Entity, envelope, resource, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

class Invoice extends Entity {
  id = ''
  number = ''
  static override key = 'Invoice'
}

/** Every response is `{ "data": … }`, and so is every body. */
export const DataEndpoint = envelope(RestEndpoint, 'data')

export const InvoiceResource = resource({
  urlPrefix: API,
  path: '/invoices/:id',
  schema: Invoice,
  Endpoint: DataEndpoint,
})

/** A list has `{ "data": [ … ], "meta": { "total": 25 } }`: a schema that names the envelope gets all of it. */
export const getInvoicePage = new DataEndpoint({
  urlPrefix: API,
  path: '/invoices',
  searchParams: {} as { readonly page: number },
  schema: { data: new Collection([Invoice]), meta: { total: 0 } },
})
