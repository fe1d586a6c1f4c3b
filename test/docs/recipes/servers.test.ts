import { beforeEach, describe, expect, it } from 'vitest'
import { received, respond } from './api'
import { getPosts } from './servers/bigIds'
import { getInvoicePage, InvoiceResource } from './servers/envelope'
import { CommentResource, RevisionResource } from './servers/nested'
import { NoteResource } from './servers/noContent'
import { AccountResource, changeAccount, rename } from './servers/noPatch'
import { CountryResource, FilmResource } from './servers/otherId'
import { getProducts } from './servers/totalInHeader'
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

  it('identifies entities by a field of another name', async () => {
    respond(({ path }) => ({
      json: path.startsWith('/films')
        ? { _id: '65f', title: 'Solaris' }
        : [{ code: 'no', name: 'Norway' }],
    }))
    expect((await controller.fetch(FilmResource.get, { _id: '65f' })).title).toBe('Solaris')
    await controller.fetch(CountryResource.getList)
    expect(controller.getResponse(CountryResource.get, { code: 'no' }).data?.name).toBe('Norway')
    expect(sent()).toEqual(['GET /films/65f', 'GET /countries'])
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

  it('reads the total of a list from a header', async () => {
    respond(() => ({ json: [{ id: '1', name: 'Cup' }], headers: { 'x-total-count': '25' } }))
    const { items, total } = await controller.fetch(getProducts, { page: 1 })
    expect([items[0]?.name, total]).toEqual(['Cup', 25])
  })

  it('reads nested resources', async () => {
    respond(({ method, path, body }) => {
      if (method === 'POST')
        return { json: { ...(JSON.parse(body) as object), id: '4', postId: '7' } }
      if (path.includes('revisions')) return { json: [{ number: 1, text: `of ${path}` }] }
      return { json: [{ id: '3', postId: '7', text: 'First' }] }
    })
    const post = { postId: '7' }
    await controller.fetch(CommentResource.getList, post)
    await controller.fetch(CommentResource.getList.push, post, { text: 'Second' })
    const texts = controller
      .getResponse(CommentResource.getList, post)
      .data?.map(({ text }) => text)
    expect(texts).toEqual(['First', 'Second'])
    await controller.fetch(RevisionResource.getList, post)
    await controller.fetch(RevisionResource.getList, { postId: '8' })
    const text = (postId: string) =>
      controller.getResponse(RevisionResource.get, { postId, number: 1 }).data?.text
    expect([text('7'), text('8')]).toEqual(['of /posts/7/revisions', 'of /posts/8/revisions'])
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
