import { http, HttpResponse } from 'msw'
import { Endpoint, Entity, RestEndpoint, type RestState } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Report extends Entity {
  id = ''
  pages = 0
  scan: Blob | undefined = undefined
  static override key = 'Report'
}

const png = (text: string) => new Blob([text], { type: 'image/png' })

function serve<Answer>(...answers: Answer[]) {
  const queue = [...answers]
  return new Endpoint(async () => queue.shift() as Answer, { name: 'getFile' })
}

describe('binary data', () => {
  it('is described in actions and state, and given back by selectors', async () => {
    const image = png('abc')
    const getFile = serve({ blob: image, filename: 'a.png' })
    const { store, rest, actions, controller } = createStore()
    expect(await controller.fetch(getFile)).toEqual({ blob: image, filename: 'a.png' })
    const described = { $binary: { kind: 'Blob', size: 3, type: 'image/png' } }
    const row = { result: { blob: described, filename: 'a.png' } }
    expect(store.getState().rest.requests).toEqual({ 'getFile []': expect.objectContaining(row) })
    expect(JSON.parse(JSON.stringify(actions))).toEqual(actions)
    const data = rest.selectors.selectData(store.getState(), getFile)
    expect(data?.blob).toBe(image)
    expect(data?.filename).toBe('a.png')
    expect(rest.selectors.selectData(store.getState(), getFile)).toBe(data)
  })

  it.each([
    ['ArrayBuffer', () => new ArrayBuffer(4), 4],
    ['Uint8Array', () => new Uint8Array([1, 2, 3]), 3],
    ['Uint8Array', () => Buffer.from('hello'), 5],
    ['Float64Array', () => new Float64Array(2), 16],
    ['DataView', () => new DataView(new ArrayBuffer(2)), 2],
    ['File', () => new File(['x'], 'x.txt'), 1],
    ['ReadableStream', () => new ReadableStream(), 0],
  ])('may be a %s', async (kind, make, size) => {
    const value = make()
    const getFile = serve(value)
    const { store, rest, controller } = createStore()
    expect(await controller.fetch(getFile)).toBe(value)
    expect(store.getState().rest.requests).toMatchObject({
      'getFile []': { result: { $binary: { kind, size } } },
    })
    expect(rest.selectors.selectData(store.getState(), getFile)).toBe(value)
  })

  it('is never taken for what came before, however alike the two are', async () => {
    const [one, other] = [png('abc'), png('xyz')]
    const getFile = serve([one], [other], [other])
    const { controller } = createStore()
    await controller.fetch(getFile)
    expect(controller.getResponse(getFile).data?.[0]).toBe(one)
    await controller.fetch(getFile)
    const shown = controller.getResponse(getFile).data
    expect(shown?.[0]).toBe(other)
    await controller.fetch(getFile)
    expect(controller.getResponse(getFile).data).toBe(shown)
  })

  it('may be in an entity', async () => {
    const [one, other] = [png('abc'), png('xyz')]
    const scans = [one, other]
    const getReport = new Endpoint(
      async (id: string) => ({ id, pages: 2, scan: scans.shift() as Blob }),
      { name: 'getReport', schema: Report },
    )
    const { store, rest, controller } = createStore()
    expect((await controller.fetch(getReport, '1')).scan).toBe(one)
    const before = rest.selectors.selectEntity(store.getState(), Report, '1')
    expect(before?.scan).toBe(one)
    expect((await controller.fetch(getReport, '1')).scan).toBe(other)
    store.dispatch(rest.set(Report, { id: '1' }, { id: '1', pages: 3 }))
    const after = rest.selectors.selectEntity(store.getState(), Report, '1')
    expect(after).toMatchObject({ pages: 3 })
    expect(after?.scan).toBe(other)
    const copied = { rest: JSON.parse(JSON.stringify(store.getState().rest)) as RestState }
    expect(rest.selectors.selectEntity(copied, Report, '1')).toBeUndefined()
    expect(rest.selectors.selectRequest(copied, getReport, '1').isInvalid).toBe(true)
  })

  it('reads as invalid in a state that was copied, and is fetched again', async () => {
    let count = 0
    server.use(
      http.get(`${API}/file`, () => {
        count += 1
        return new HttpResponse('abc', { headers: { 'content-type': 'image/png' } })
      }),
    )
    const getFile = new RestEndpoint({ urlPrefix: API, path: '/file', content: 'blob' })
    const { store, rest, controller } = createStore({ dataExpiryLength: Infinity })
    await controller.fetch(getFile)
    await controller.fetchIfStale(getFile)
    expect(count).toBe(1)
    const copied = { rest: JSON.parse(JSON.stringify(store.getState().rest)) as RestState }
    expect(rest.selectors.selectRequest(copied, getFile)).toMatchObject({
      data: undefined,
      isInvalid: true,
    })
  })

  it('leaves data alone that only looks like a descriptor', async () => {
    const extended = { $binary: { base64: 'AAEC', subType: '00' } }
    const getFile = serve(extended)
    const { controller } = createStore()
    await controller.fetch(getFile)
    expect(controller.getResponse(getFile).data).toEqual(extended)
  })
})
