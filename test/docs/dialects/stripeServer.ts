import type { MockResponse } from '../recipes/api'
import { type Call, serve } from './serve'

/** An object of Stripe; a reference is the id of another one. */
interface Thing {
  readonly id: string
  readonly object: string
  readonly created: number
  readonly [field: string]: unknown
}

const PAGE_SIZE = 3
const TABLES = { customers: 'customer', invoices: 'invoice' } as const

/** Stripe's customers, invoices and payment sources. It takes forms, and expands customers on request. */
export function stripeServer() {
  let clock = 0
  let things: readonly Thing[] = []
  const deleted = new Map<string, object>()
  const add = (prefix: string, object: string, fields: object): Thing => {
    clock += 1
    const id = `${prefix}_${things.filter((it) => it.object === object).length + 1}`
    const thing = { id, object, created: clock, ...fields }
    things = [thing, ...things]
    return thing
  }
  for (const email of ['ada@x.test', 'bob@x.test']) add('cus', 'customer', { email, metadata: {} })
  for (const [customer, status] of [
    ['cus_1', 'open'],
    ['cus_2', 'open'],
    ['cus_1', 'paid'],
    ['cus_1', 'open'],
    ['cus_2', 'draft'],
  ])
    add('in', 'invoice', { customer, status })
  add('card', 'card', { customer: 'cus_1', last4: '4242' })
  add('ba', 'bank_account', { customer: 'cus_1', bank_name: 'STRIPE TEST BANK' })

  const find = (id: unknown) => things.find((it) => it.id === id)
  const missing: MockResponse = {
    status: 404,
    json: { error: { code: 'resource_missing', message: 'No such object' } },
  }
  const list = ({ search, url }: Call, found: readonly Thing[]): MockResponse => {
    const after = search.get('starting_after')
    const rest = after === null ? found : found.slice(found.findIndex((it) => it.id === after) + 1)
    const isExpanded = search.getAll('expand[]').includes('data.customer')
    const shown = (it: Thing) =>
      isExpanded
        ? { ...it, customer: find(it['customer']) ?? deleted.get(it['customer'] as string) }
        : it
    const data = rest.slice(0, PAGE_SIZE).map(shown)
    return { json: { object: 'list', url: url.pathname, has_more: rest.length > PAGE_SIZE, data } }
  }
  const remove = ({ params: { id = '' } }: Call): MockResponse => {
    const thing = find(id)
    if (thing === undefined) return missing
    things = things.filter((it) => it !== thing)
    const json = { id, object: thing.object, deleted: true }
    deleted.set(id, json)
    return { json }
  }
  const ofTable = (table: string, call: Call) =>
    things.filter(
      (it) =>
        it.object === TABLES[table as keyof typeof TABLES] &&
        ['customer', 'status'].every((name) => [null, it[name]].includes(call.search.get(name))),
    )
  const sources = ({ params }: Call) =>
    things.filter((it) => /card|bank/.test(it.object) && it['customer'] === params['customer'])

  return serve({
    'GET /v1/customers/:customer/sources': (call) => list(call, sources(call)),
    'POST /v1/customers/:customer/sources': (call) => {
      const { customer } = call.params
      const isCard = fieldsOf(call)['source'] === 'tok_visa'
      return {
        json: isCard
          ? add('card', 'card', { customer, last4: '1881' })
          : add('ba', 'bank_account', { customer, bank_name: 'A BANK' }),
      }
    },
    'DELETE /v1/customers/:customer/sources/:id': remove,
    'GET /v1/:table': (call) => list(call, ofTable(call.params['table'] ?? '', call)),
    'POST /v1/customers': (call) => {
      const fields = fieldsOf(call)
      const email = fields['email'] as string
      if (!email.includes('@')) {
        const message = `Invalid email address: ${email}`
        return { status: 400, json: { error: { code: 'email_invalid', param: 'email', message } } }
      }
      return { json: add('cus', 'customer', { metadata: {}, ...fields }) }
    },
    'POST /v1/invoices': (call) => ({
      json: add('in', 'invoice', { status: 'draft', ...fieldsOf(call) }),
    }),
    'GET /v1/:table/:id': ({ params: { id = '' } }) => {
      const json = find(id) ?? deleted.get(id)
      return json ? { json } : missing
    },
    'POST /v1/:table/:id': (call) => {
      const thing = find(call.params['id'])
      if (thing === undefined) return missing
      const { metadata, ...fields } = fieldsOf(call)
      const merged = metadata
        ? { metadata: { ...(thing['metadata'] as object), ...(metadata as object) } }
        : {}
      const changed = { ...thing, ...fields, ...merged }
      things = things.map((it) => (it === thing ? changed : it))
      return { json: changed }
    },
    'DELETE /v1/:table/:id': remove,
  })
}

/** The fields of a form, with one level of brackets: `metadata[plan]=pro`. */
function fieldsOf({ headers, body }: Call): Record<string, string | object> {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new Error(`Stripe reads forms, and got ${headers['content-type']}`)
  const fields: Record<string, string | Record<string, string>> = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const [, outer = name, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? []
    if (inner === undefined) fields[outer] = value
    else fields[outer] = { ...(fields[outer] as Record<string, string>), [inner]: value }
  }
  return fields
}
