import { Big } from 'big.js'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { API, received, respond } from './api'
import { controller, store } from './store'
import { Color, Order, OrderResource } from './transformations/fields'
import { getReport } from './transformations/filename'
import { getIssues, loadAll } from './transformations/LinkEndpoint'
import { changeSettings, getSettings } from './transformations/missingId'
import { UserResource } from './transformations/RenamingEndpoint'
import { MemberResource } from './transformations/SnakeEndpoint'

const bodies = () => received.map(({ body }) => (body === '' ? '' : (JSON.parse(body) as unknown)))

describe('the recipe for camelCase and snake_case', () => {
  const onTheWire = {
    id: '1',
    first_name: 'Ada',
    home_address: { postal_code: 'W1' },
    past_roles: [{ role_name: 'analyst' }],
  }
  const inTheApp = {
    id: '1',
    firstName: 'Ada',
    homeAddress: { postalCode: 'W1' },
    pastRoles: [{ roleName: 'analyst' }],
  }

  it('converts keys of responses, bodies and search parameters at any depth', async () => {
    respond(({ path }) => ({ json: path.includes('?') ? [onTheWire] : onTheWire }))
    const { getList, get, create, partialUpdate } = MemberResource
    expect(await controller.fetch(getList, { firstName: 'Ada' })).toMatchObject([inTheApp])
    expect(await controller.fetch(get, { id: '1' })).toMatchObject(inTheApp)
    const pastRoles = [{ roleName: 'analyst' }]
    await controller.fetch(create, { firstName: 'Ada', pastRoles })
    await controller.fetch(partialUpdate, { id: '1' }, { homeAddress: { postalCode: 'W1' } })
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /members?first_name=Ada',
      'GET /members/1',
      'POST /members',
      'PATCH /members/1',
    ])
    expect(bodies().slice(2)).toEqual([
      { first_name: 'Ada', past_roles: [{ role_name: 'analyst' }] },
      { home_address: { postal_code: 'W1' } },
    ])
    expect(store.getState().rest.entities).toMatchObject({ Member: { '1': { data: inTheApp } } })
  })

  it('keeps dates, and a DELETE without body and response', async () => {
    respond(({ method }) => (method === 'DELETE' ? { status: 204 } : { json: onTheWire }))
    const write = MemberResource.update.extend({ body: {} as { readonly bornOn: Date } })
    await controller.fetch(write, { id: '1' }, { bornOn: new Date(0) })
    expect(bodies()).toEqual([{ born_on: '1970-01-01T00:00:00.000Z' }])
    await controller.fetch(MemberResource.delete, { id: '1' })
    expect(received[1]).toMatchObject({ method: 'DELETE', body: '' })
    expect(received[1]?.headers).not.toHaveProperty('content-type')
    expect(controller.getResponse(MemberResource.get, { id: '1' }).data).toBeUndefined()
  })

  it('does not restore keys with digits or a leading underscore', async () => {
    respond(() => ({ json: { id: '3', line_1: 1, _rev: 2, 'en-US': 3 } }))
    await MemberResource.update({ id: '3' }, (await MemberResource.get({ id: '3' })) as object)
    expect(bodies()[1]).toEqual({ id: '3', line_1: 1, rev: 2, en_us: 3 })
  })

  it('does not change a form', async () => {
    respond(() => ({ json: onTheWire }))
    const form = new FormData()
    form.set('firstName', 'Ada')
    await controller.fetch(MemberResource.create, form)
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data/)
    expect(received[0]?.body).toContain('name="firstName"')
  })
})

describe('the recipe for a renamed key', () => {
  it('renames it in responses and bodies', async () => {
    const ada = { id: '1', user_name: 'Ada', email: 'ada@example.com' }
    respond(({ method, path }) => {
      if (method === 'DELETE') return { status: 204 }
      return { json: method === 'GET' && path === '/users' ? [ada] : ada }
    })
    const user = { id: '1', name: 'Ada', email: 'ada@example.com' }
    expect(await controller.fetch(UserResource.getList)).toMatchObject([user])
    expect(await controller.fetch(UserResource.get, { id: '1' })).toMatchObject(user)
    await controller.fetch(UserResource.create, { name: 'Ada' })
    await controller.fetch(UserResource.partialUpdate, { id: '1' }, { email: 'ada@example.com' })
    expect(bodies()).toEqual(['', '', { user_name: 'Ada' }, { email: 'ada@example.com' }])
    await controller.fetch(UserResource.delete, { id: '1' })
    expect(controller.getResponse(UserResource.getList).data).toEqual([])
  })
})

describe('the recipe for a renamed key that is absent', () => {
  it('adds no key', async () => {
    respond(() => ({ json: { id: '1' } }))
    expect(await UserResource.get({ id: '1' })).not.toHaveProperty('name')
  })
})

describe('the recipe for converted fields', () => {
  const sent = {
    id: '1',
    createdAt: '2026-03-01T12:00:00.000Z',
    shippedAt: '2026-03-02T12:00:00.123456789Z',
    total: '0.30',
    quantity: '3',
    color: '#fff',
  }

  it('converts fields when they are read, and writes them in the form of the response', async () => {
    respond(() => ({ json: sent }))
    const order = await controller.fetch(OrderResource.get, { id: '1' })
    expect(order).toBeInstanceOf(Order)
    expect(order.createdAt.getTime()).toBe(Date.UTC(2026, 2, 1, 12))
    expect(order.shippedAt).toBeInstanceOf(Temporal.Instant)
    expect(order.shippedAt.epochNanoseconds % 1_000n).toBe(789n)
    expect(order.total.plus(Big('0.1')).toString()).toBe('0.4')
    expect(order.quantity + 1).toBe(4)
    expect(order.color).toEqual(new Color('#fff'))
    expect(store.getState().rest.entities['Order']).toMatchObject({ '1': { data: sent } })

    const later = order.shippedAt.add({ hours: 1 })
    await controller.fetch(OrderResource.partialUpdate, { id: '1' }, { shippedAt: later })
    expect(bodies()[1]).toEqual({ shippedAt: '2026-03-02T13:00:00.123456789Z' })
    controller.set(Order, { id: '1' }, { ...order, total: order.total.times(2) })
    expect(controller.get(Order, { id: '1' })?.total.eq('0.6')).toBe(true)
  })

  it('rejects the request with the path of a field that cannot be converted', async () => {
    respond(() => ({ json: { ...sent, id: '2', total: 'much' } }))
    const refused = controller.fetch(OrderResource.get, { id: '2' })
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
    await expect(refused).rejects.toThrow(/total/)
    expect(controller.get(Order, { id: '2' })).toBeUndefined()
  })
})

describe('the recipe for an id that is only in the path', () => {
  it('adds the id to the entity', async () => {
    respond(({ body }) => ({ json: { theme: 'dark', ...(body !== '' && JSON.parse(body)) } }))
    const user = { userId: '7' }
    expect(await controller.fetch(getSettings, user)).toMatchObject({ ...user, theme: 'dark' })
    await controller.fetch(changeSettings, user, { theme: 'light' })
    expect(controller.getResponse(getSettings, user).data).toMatchObject({
      ...user,
      theme: 'light',
    })
    expect(store.getState().rest.entities['Settings']).toMatchObject({ '7': { data: user } })
  })
})

describe('the recipe for pages by link header', () => {
  it('loads pages until there is no next link', async () => {
    respond(({ method, path }) => {
      if (method === 'POST') return { json: { id: '9', title: 'new' } }
      const cursor = Number(new URL(path, API).searchParams.get('cursor') ?? 1)
      const next = `</issues?project=web&cursor=${cursor + 1}>; rel="next", </issues>; rel="first"`
      return { json: [{ id: String(cursor) }], headers: cursor < 3 ? { link: next } : {} }
    })
    await loadAll(controller, 'web')
    expect(received.map(({ path }) => path)).toEqual([
      '/issues?project=web',
      '/issues?cursor=2&project=web',
      '/issues?cursor=3&project=web',
    ])
    const shown = () => controller.getResponse(getIssues, { project: 'web' }).data
    expect(shown()?.items?.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(shown()?.cursor).toBe('')
    await controller.fetch(getIssues.push, { project: 'web' }, { title: 'new' })
    expect(shown()?.items?.map(({ id }) => id)).toEqual(['1', '2', '3', '9'])
  })
})

describe('the recipe for pages by link header, if the links are circular,', () => {
  it.each([
    ['the last page to itself', ['2', '3', '3'], ['1', '2', '3']],
    ['the last page to an earlier one', ['2', '3', '2'], ['1', '2', '3']],
    ['the first page to itself', ['1', '1'], ['1']],
  ])('loads each page once: %s', async (project, nextOf, ids) => {
    respond(({ path }) => {
      const cursor = Number(new URL(path, API).searchParams.get('cursor') ?? 1)
      const headers = { link: `</issues?cursor=${nextOf[cursor - 1]}>; rel="next"` }
      return { json: [{ id: String(cursor) }], headers }
    })
    await loadAll(controller, project)
    const shown = controller.getResponse(getIssues, { project }).data
    expect(shown?.items?.map(({ id }) => id)).toEqual(ids)
    const cursors = received.map(({ path }) => new URL(path, API).searchParams.get('cursor'))
    expect(cursors).toEqual([null, ...new Set(nextOf)])
  })
})

describe('the recipe for a file name', () => {
  it.each([
    [`attachment; filename="plain.pdf"`, 'plain.pdf'],
    [`attachment; filename="EUR rates.pdf"; filename*=UTF-8''%e2%82%ac%20rates.pdf`, '€ rates.pdf'],
    ['attachment', 'report.pdf'],
    [undefined, 'report.pdf'],
  ])('resolves to the bytes and the file name of %s', async (header, filename) => {
    respond(() => ({
      body: new Uint8Array([1, 2, 3]),
      headers: {
        'content-type': 'application/pdf',
        ...(header !== undefined && { 'content-disposition': header }),
      },
    }))
    const report = await controller.fetch(getReport, { id: '1' })
    expect(report.filename).toBe(filename)
    expect(report.blob.type).toBe('application/pdf')
    expect(new Uint8Array(await report.blob.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  })
})
