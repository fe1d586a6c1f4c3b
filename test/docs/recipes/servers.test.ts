import { beforeEach, describe, expect, it } from 'vitest'
import { received, respond } from './api'
import { getPosts } from './servers/bigIds'
import { getInvoicePage, InvoiceResource } from './servers/envelope'
import { NoteResource } from './servers/noContent'
import { AccountResource, changeAccount, rename } from './servers/noPatch'
import { controller } from './store'

beforeEach(() => controller.reset())

const sent = () => received.map(({ method, path, body }) => `${method} ${path} ${body}`.trim())

describe('the recipe for servers', () => {
  it('takes responses out of their envelope', async () => {
    const invoice = { id: '1', number: 'A-1' }
    respond(({ method, path }) => {
      if (method === 'DELETE') return { status: 204 }
      if (path === '/invoices?page=1') return { json: { data: [invoice], meta: { total: 25 } } }
      return { json: { data: path === '/invoices' && method === 'GET' ? [invoice] : invoice } }
    })
    expect(await controller.fetch(InvoiceResource.getList)).toEqual([invoice])
    expect(await controller.fetch(InvoiceResource.get, { id: '1' })).toEqual(invoice)
    expect(await controller.fetch(InvoiceResource.create, { number: 'A-1' })).toEqual(invoice)
    expect(await controller.fetch(getInvoicePage, { page: 1 })).toEqual({
      data: [invoice],
      meta: { total: 25 },
    })
    await controller.fetch(InvoiceResource.delete, { id: '1' })
    expect(controller.getResponse(InvoiceResource.getList).data).toEqual([])
  })

  it('reads ids beyond 2^53 as texts', async () => {
    const ids = ['9007199254740992', '9007199254740993']
    respond(() => ({ body: `[${ids.map((id) => `{"id":${id},"authorId": ${id}}`).join()}]` }))
    const posts = await controller.fetch(getPosts)
    expect(posts).toEqual(ids.map((id) => ({ id, authorId: id })))
  })

  it('stores what was sent if the response is empty', async () => {
    respond(({ method }) =>
      method === 'POST' ? { status: 201, headers: { location: '/notes/9' } } : { status: 204 },
    )
    const patched = await controller.fetch(NoteResource.partialUpdate, { id: '1' }, { text: 'Hey' })
    expect(patched).toEqual({ id: '1', text: 'Hey' })
    expect(await controller.fetch(NoteResource.create, { text: 'New' })).toMatchObject({ id: '9' })
    expect(controller.getResponse(NoteResource.get, { id: '9' }).data?.text).toBe('New')
  })

  it('sends the whole entity where the server has no PATCH', async () => {
    const ada = { id: '1', name: 'Ada', email: 'ada@new.test' }
    respond(({ body }) => ({ json: { ...ada, ...(body && (JSON.parse(body) as object)) } }))
    await changeAccount(controller, '1', { name: 'Grace' })
    await controller.fetch(rename, { id: '1' }, { name: 'Eve' })
    expect(sent()).toEqual([
      'GET /accounts/1',
      'PUT /accounts/1 {"id":"1","name":"Grace","email":"ada@new.test"}',
      'POST /accounts/1/rename {"name":"Eve"}',
    ])
    expect(controller.getResponse(AccountResource.get, { id: '1' }).data?.name).toBe('Eve')
  })
})
