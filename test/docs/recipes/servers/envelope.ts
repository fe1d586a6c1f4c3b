import { Collection, Entity, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { API } from '../api'

/** Every response is `{ "data": … }`. A list has `{ "data": [ … ], "meta": { "total": 25 } }`. */
export class DataEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override process(value: { readonly data: unknown } | null): unknown {
    return value === null ? null : value.data // 204 has no body
  }
}

class Invoice extends Entity {
  id = ''
  number = ''
  static override key = 'Invoice'
}

export const InvoiceResource = resource({
  urlPrefix: API,
  path: '/invoices/:id',
  schema: Invoice,
  Endpoint: DataEndpoint,
})

/** The list with its `meta`: the schema describes the whole response, and `process` leaves it as it is. */
export const getInvoicePage = new RestEndpoint({
  urlPrefix: API,
  path: '/invoices',
  searchParams: {} as { readonly page: number },
  schema: { data: new Collection([Invoice]), meta: { total: 0 } },
})
