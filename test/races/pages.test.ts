import { pages, resource } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { holdServer } from '../support/holdServer'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

const { getList } = resource({
  path: '/users/:id',
  urlPrefix: API,
  schema: User,
  paginationField: [pages, 'page'],
})

const users = (prefix: string, ...ids: string[]) =>
  ids.map((id) => ({ id, name: `${prefix} ${id}` }))
const idsOf = (list: readonly User[] | undefined) => list?.map(({ id }) => id)
const namesOf = (list: readonly User[] | undefined) => list?.map(({ name }) => name)

/** A store with one page that is loaded, and a server that holds what comes next. */
async function loaded() {
  const server = holdServer()
  const world = createStore()
  const first = world.controller.fetch(getList)
  const request = await server.take('GET /users')
  request.respond(users('old', '1', '2'))
  await first
  return { ...world, server }
}

const starts = [['the list'], ['the page']] as const
const landings = [
  ['the list', 'the page'],
  ['the page', 'the list'],
] as const

describe('a page and a refetch of its list', () => {
  describe.each(starts)('of which %s starts first', (first) => {
    it.each(landings)(
      'send two requests, and the list has its new members and the page if %s lands before %s',
      async (earlier) => {
        const { controller, server } = await loaded()
        const startList = () => controller.fetch(getList)
        const startPage = () => controller.fetch(getList.getPage, { page: 2 })
        const early = first === 'the list' ? startList() : startPage()
        const late = first === 'the list' ? startPage() : startList()
        const [list, page] = first === 'the list' ? [early, late] : [late, early]
        const listRequest = await server.take('GET /users')
        const pageRequest = await server.take('GET /users?page=2')
        const land = {
          'the list': async () => {
            listRequest.respond(users('new', '1', '2'))
            await list
          },
          'the page': async () => {
            pageRequest.respond(users('new', '3', '4'))
            expect(idsOf(await page)).toEqual(['1', '2', '3', '4'])
          },
        }
        await land[earlier]()
        await land[earlier === 'the list' ? 'the page' : 'the list']()
        expect(namesOf(controller.getResponse(getList).data)).toEqual([
          'new 1',
          'new 2',
          'new 3',
          'new 4',
        ])
        expect(server.sent).toHaveLength(3)
      },
    )

    it.each(landings)(
      'send two requests during the first load too, if %s lands before %s',
      async (earlier) => {
        const server = holdServer()
        const { controller } = createStore()
        const startList = () => controller.fetch(getList)
        const startPage = () => controller.fetch(getList.getPage, { page: 2 })
        const early = first === 'the list' ? startList() : startPage()
        const late = first === 'the list' ? startPage() : startList()
        const [list, page] = first === 'the list' ? [early, late] : [late, early]
        const listRequest = await server.take('GET /users')
        const pageRequest = await server.take('GET /users?page=2')
        const land = {
          'the list': async () => {
            listRequest.respond(users('new', '1', '2'))
            expect(idsOf(await list)?.slice(0, 2)).toEqual(['1', '2'])
          },
          'the page': async () => {
            pageRequest.respond(users('new', '3', '4'))
            expect(idsOf(await page)?.slice(-2)).toEqual(['3', '4'])
          },
        }
        await land[earlier]()
        await land[earlier === 'the list' ? 'the page' : 'the list']()
        expect(idsOf(controller.getResponse(getList).data)).toEqual(['1', '2', '3', '4'])
      },
    )
  })

  it('that are shorter than before contain the members of the responses only', async () => {
    const { controller, server } = await loaded()
    const list = controller.fetch(getList)
    const page = controller.fetch(getList.getPage, { page: 2 })
    const listRequest = await server.take('GET /users')
    const pageRequest = await server.take('GET /users?page=2')
    pageRequest.respond(users('new', '3'))
    await page
    listRequest.respond(users('new', '1'))
    await list
    expect(idsOf(controller.getResponse(getList).data)).toEqual(['1', '3'])
  })

  it('keep the list if the page fails', async () => {
    const { controller, server } = await loaded()
    const list = controller.fetch(getList)
    const page = controller.fetch(getList.getPage, { page: 2 })
    const listRequest = await server.take('GET /users')
    const pageRequest = await server.take('GET /users?page=2')
    pageRequest.respond({}, 404)
    await expect(page).rejects.toMatchObject({ status: 404 })
    listRequest.respond(users('new', '1'))
    expect(idsOf(await list)).toEqual(['1'])
    expect(idsOf(controller.getResponse(getList).data)).toEqual(['1'])
  })
})

describe('a page and a refetch of its list that has a new member in front', () => {
  it.each(landings)('are followed by one refetch if %s lands before %s', async (earlier) => {
    const { controller, rest, server, store } = await loaded()
    store.dispatch(rest.retain(getList))
    const list = controller.fetch(getList)
    const page = controller.fetch(getList.getPage, { page: 2 })
    const listRequest = await server.take('GET /users')
    const pageRequest = await server.take('GET /users?page=2')
    // The server has created 0 between the two.
    const land = [
      () => (listRequest.respond(users('new', '0', '1')), list),
      () => (pageRequest.respond(users('new', '3', '4')), page),
    ]
    for (const it of earlier === 'the list' ? land : land.toReversed()) await it()
    const again = await server.take('GET /users')
    again.respond(users('new', '0', '1'))
    const next = await server.take('GET /users?page=2')
    next.respond(users('new', '2', '3'))
    const ids = () => idsOf(controller.getResponse(getList).data)
    await vi.waitFor(() => expect(ids()).toEqual(['0', '1', '2', '3']))
    expect(server.sent).toHaveLength(5)
  })

  it.each([
    ['in front', getList.unshift, ['9', '1', '2', '3']],
    ['at the end', getList.push, ['1', '2', '9', '3']],
  ])('are not, if a message has brought the member %s', async (_, { schema }, expected) => {
    const { controller, rest, server, store } = await loaded()
    store.dispatch(rest.retain(getList))
    const page = controller.fetch(getList.getPage, { page: 2 })
    const request = await server.take('GET /users?page=2')
    controller.set(schema, {}, { id: '9', name: 'new 9' })
    request.respond(users('new', '3'))
    await page
    await turns()
    expect(idsOf(controller.getResponse(getList).data)).toEqual(expected)
    expect(server.sent).toHaveLength(2)
  })
})

describe('two different pages of a list', () => {
  it.each([
    ['first', [0, 1]],
    ['last', [1, 0]],
  ])(
    'send two requests, and both are in the list if the earlier one lands %s',
    async (_, order) => {
      const { controller, server } = await loaded()
      const pages = [2, 3].map((page) => controller.fetch(getList.getPage, { page }))
      const requests = [
        await server.take('GET /users?page=2'),
        await server.take('GET /users?page=3'),
      ]
      const rows = [users('new', '3', '4'), users('new', '5', '6')]
      for (const at of order) {
        requests[at]?.respond(rows[at] ?? [])
        const ids = idsOf(await pages[at])
        for (const { id } of rows[at] ?? []) expect(ids).toContain(id)
      }
      const ids = idsOf(controller.getResponse(getList).data) ?? []
      expect(ids.slice(0, 2)).toEqual(['1', '2'])
      expect(ids.toSorted()).toEqual(['1', '2', '3', '4', '5', '6'])
    },
  )

  it('send one request if they are the same page', async () => {
    const { controller, server } = await loaded()
    const pages = [2, 2].map((page) => controller.fetch(getList.getPage, { page }))
    const request = await server.take('GET /users?page=2')
    request.respond(users('new', '3'))
    for (const ids of (await Promise.all(pages)).map(idsOf)) expect(ids).toEqual(['1', '2', '3'])
    expect(server.sent).toEqual(['GET /users', 'GET /users?page=2'])
  })
})

describe('a page that is fetched again while it is on its way', () => {
  it.each([
    ['earlier', false],
    ['later', true],
  ])('has what the server has by then, if the older response lands %s', async (_, isLate) => {
    const { controller, server } = await loaded()
    const older = controller.fetch(getList.getPage, { page: 2 })
    const early = await server.take('GET /users?page=2')
    // Another client deletes the member 3.
    const newer = controller.fetch(getList.getPage, { page: 2 })
    const late = await server.take('GET /users?page=2')
    const land = [
      async () => {
        early.respond(users('old', '3', '4'))
        expect(idsOf(await older)).toEqual(isLate ? ['1', '2', '4', '5'] : ['1', '2'])
      },
      async () => {
        late.respond(users('new', '4', '5'))
        expect(idsOf(await newer)).toEqual(['1', '2', '4', '5'])
      },
    ]
    for (const step of isLate ? land.toReversed() : land) await step()
    expect(idsOf(controller.getResponse(getList).data)).toEqual(['1', '2', '4', '5'])
  })

  it('comes with the older request if the caller of the newer one aborts that', async () => {
    const { controller, server, store, rest } = await loaded()
    const older = controller.fetch(getList.getPage, { page: 2 })
    const early = await server.take('GET /users?page=2')
    const newer = store.dispatch(rest.fetch(getList.getPage, { page: 2 }))
    await server.take('GET /users?page=2')
    newer.abort()
    early.respond(users('old', '3', '4'))
    expect(idsOf(await older)).toEqual(['1', '2', '3', '4'])
  })

  it('is one request for what one task fetches', async () => {
    const { controller, server } = await loaded()
    const pages = [1, 2].map(() => controller.fetch(getList.getPage, { page: 2 }))
    const request = await server.take('GET /users?page=2')
    request.respond(users('new', '3'))
    for (const page of await Promise.all(pages)) expect(idsOf(page)).toEqual(['1', '2', '3'])
    expect(server.sent).toHaveLength(2)
  })
})
