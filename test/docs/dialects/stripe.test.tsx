import { beforeEach, describe, expect, it } from 'vitest'
import type { ArgsOf } from 'rtk-rest'
import { received, respond } from '../recipes/api'
import { CustomerResource, InvoiceResource, SourceResource } from '../recipes/servers/stripe'
import { controller } from '../recipes/store'
import { stripeServer } from './stripeServer'
import { expectTruth, requestsOf, show } from './reads'

const { getList } = InvoiceResource

beforeEach(() => respond(stripeServer()))

async function showInvoices(params: ArgsOf<typeof getList>[0] = {}) {
  const read = await show(getList, [params], ({ data, has_more }, by) => {
    const starting_after = has_more ? data.at(-1)?.id : undefined
    return starting_after && by.fetch(getList.getPage, { ...params, starting_after })
  })
  return Object.assign(read, {
    ids: () =>
      read()
        ?.data.map(({ id }) => id)
        .join(' '),
    emails: () =>
      read()
        ?.data.map(({ customer }) => customer?.email)
        .join(' '),
  })
}
const showCustomers = () => show(CustomerResource.getList, [{}])

describe('an app of Stripe', () => {
  it('pages behind the last id, and fetches all pages again in their order', async () => {
    const invoices = await showInvoices()
    expect(invoices.ids()).toBe('in_5 in_4 in_3')
    expect(await requestsOf(invoices.more)).toEqual(['GET /v1/invoices?starting_after=in_3'])
    expect(invoices.ids()).toBe('in_5 in_4 in_3 in_2 in_1')
    expect(await requestsOf(() => controller.fetch(getList, {}))).toEqual([
      'GET /v1/invoices',
      'GET /v1/invoices?starting_after=in_3',
    ])
    await expectTruth()
  })

  it('shows the customers of a list that names them, once another has expanded them', async () => {
    const plain = await showInvoices()
    expect(plain.emails()).toBe('  ')
    const open = await showInvoices({ status: 'open', expand: ['data.customer'] })
    expect(open.emails()).toBe('ada@x.test bob@x.test ada@x.test')
    expect(plain.emails()).toBe('bob@x.test ada@x.test ada@x.test')
    expect(await requestsOf(() => show(CustomerResource.get, [{ id: 'cus_1' }]))).toEqual([])
    const changed = await requestsOf(() =>
      controller.fetch(
        CustomerResource.partialUpdate,
        { id: 'cus_1' },
        { email: 'ada@y.test', metadata: { plan: 'pro' } },
      ),
    )
    expect(changed).toEqual(['POST /v1/customers/cus_1'])
    expect(received[0]?.body).toBe('email=ada%40y.test&metadata%5Bplan%5D=pro')
    const removed = { metadata: { plan: null }, items: [{ price: 'p' }], expand: ['x'] }
    await controller.fetch(CustomerResource.partialUpdate, { id: 'cus_1' }, removed as never)
    const { body = '' } = received.find((it) => it.body.includes('items')) ?? {}
    expect(decodeURIComponent(body)).toBe('metadata[plan]=&items[0][price]=p&expand[]=x')
    expect(open.emails()).toBe('ada@y.test bob@x.test ada@y.test')
    await expectTruth()
  })

  it('asks for a customer that is only named', async () => {
    await showInvoices()
    const sent = await requestsOf(() => show(CustomerResource.get, [{ id: 'cus_1' }]))
    expect(sent).toEqual(['GET /v1/customers/cus_1'])
    await expectTruth()
  })

  it('creates, pays and deletes invoices in lists with filters', async () => {
    const all = await showInvoices({ expand: ['data.customer'] })
    const ofAda = await showInvoices({ customer: 'cus_1' })
    const open = await showInvoices({ status: 'open', expand: ['data.customer'] })
    const paid = await showInvoices({ status: 'paid' })
    const created = await requestsOf(() =>
      controller.fetch(InvoiceResource.create, { customer: 'cus_1', status: 'open' }),
    )
    expect(created).toEqual(['POST /v1/invoices'])
    expect(all.ids()).toBe('in_6 in_5 in_4 in_3')
    expect(ofAda.ids()).toBe('in_6 in_4 in_3 in_1')
    expect(open.ids()).toBe('in_6 in_4 in_2 in_1')
    await expectTruth()
    const settled = await requestsOf(() =>
      controller.fetch(InvoiceResource.partialUpdate, { id: 'in_2' }, { status: 'paid' }),
    )
    expect(settled).toEqual(['POST /v1/invoices/in_2'])
    expect([open.ids(), paid.ids()]).toEqual(['in_6 in_4 in_1', 'in_3 in_2'])
    await expectTruth()
    const deleted = await requestsOf(() => controller.fetch(InvoiceResource.delete, { id: 'in_1' }))
    expect(deleted).toEqual(['DELETE /v1/invoices/in_1'])
    expect([ofAda.ids(), open.ids()]).toEqual(['in_6 in_4 in_3', 'in_6 in_4'])
    await all.more()
    await expectTruth()
  })

  it('shows no deleted customer, also where a list expands one', async () => {
    const customers = await showCustomers()
    const open = await showInvoices({ status: 'open', expand: ['data.customer'] })
    const deleted = await requestsOf(() =>
      controller.fetch(CustomerResource.delete, { id: 'cus_1' }),
    )
    expect(deleted).toEqual(['DELETE /v1/customers/cus_1'])
    expect(open.emails()).toBe(' bob@x.test ')
    await expectTruth()
    await requestsOf(() => controller.fetch(getList, { status: 'open', expand: ['data.customer'] }))
    expect(open.emails()).toBe(' bob@x.test ')
    expect(customers()?.data.map(({ email }) => email)).toEqual(['bob@x.test'])
    await expectTruth()
  })

  it('has sources of two kinds', async () => {
    const sources = await show(SourceResource.getList, [{ customer: 'cus_1' }])
    const shown = () =>
      sources()?.data.map((it) => (it.object === 'card' ? it.last4 : it.bank_name))
    expect(shown()).toEqual(['STRIPE TEST BANK', '4242'])
    const created = await requestsOf(() =>
      controller.fetch(SourceResource.create, { customer: 'cus_1' }, { source: 'tok_visa' }),
    )
    expect(created).toEqual(['POST /v1/customers/cus_1/sources'])
    expect(shown()).toEqual(['1881', 'STRIPE TEST BANK', '4242'])
    const deleted = await requestsOf(() =>
      controller.fetch(SourceResource.delete, { customer: 'cus_1', id: 'card_1' }),
    )
    expect(deleted).toEqual(['DELETE /v1/customers/cus_1/sources/card_1'])
    expect(shown()).toEqual(['1881', 'STRIPE TEST BANK'])
    await expectTruth()
  })

  it('has the parameter of an error for a form', async () => {
    const customers = await showCustomers()
    const failed = await controller
      .fetch(CustomerResource.create, { email: 'x' })
      .catch((error) => error)
    expect(failed.data.error).toMatchObject({ code: 'email_invalid', param: 'email' })
    await controller.fetch(CustomerResource.create, { email: 'eve@x.test' })
    expect(customers()?.data.map(({ id }) => id)).toEqual(['cus_3', 'cus_2', 'cus_1'])
    await expectTruth()
  })
})
