import { http, HttpResponse } from 'msw'
import {
  Endpoint,
  Entity,
  RestEndpoint,
  type RestState,
  rows,
  Scalar,
  type Schema,
  Values,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createReplaceableStore } from '../support/replaceableStore'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Report extends Entity {
  id = ''
  pages = 0
  scan: Blob | undefined = undefined
  static override key = 'Report'
}

const png = (text: string) => new Blob([text], { type: 'image/png' })

function serve<Data>(...responses: Data[]) {
  const queue = [...responses]
  return new Endpoint(async () => queue.shift() as Data, { name: 'getFile' })
}

describe('binary data in a response', () => {
  it('is a descriptor in actions and state, and the original value in selectors', async () => {
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

  it('is not replaced by an earlier value with the same descriptor', async () => {
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

  it('may be a field of an entity', async () => {
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

  it('is invalid in a copy of the state, and is requested again', async () => {
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

  it('is not confused with JSON that resembles a descriptor', async () => {
    const extended = { $binary: { base64: 'AAEC', subType: '00' } }
    const getFile = serve(extended)
    const { controller } = createStore()
    await controller.fetch(getFile)
    expect(controller.getResponse(getFile).data).toEqual(extended)
  })
})

describe('JSON that resembles the descriptor of binary data', () => {
  const lookalikes: [name: string, value: object][] = [
    ['a descriptor', { $binary: { kind: 'Blob', size: 3, type: 'image/png' } }],
    ['a descriptor with more in it', { $binary: { kind: 'x', size: 0, type: '', note: [1] } }],
    ['the escaped form of a descriptor', { $binary: { json: 1 } }],
    ['the escaped form of an escaped form', { $binary: { json: { $binary: { json: null } } } }],
    [
      'a descriptor in an escaped form',
      { $binary: { json: { $binary: { kind: 'x', size: 1, type: '' } } } },
    ],
    ['another object of this name', { $binary: 'yes' }],
    ['an object with more fields', { $binary: { kind: 'x', size: 1, type: '' }, other: 1 }],
  ]

  it.each(lookalikes)('is read as data, also after the state is imported: %s', async (_, value) => {
    const response = { id: '1', pages: 2, extra: [value] }
    const getReport = new Endpoint(async () => structuredClone(response), {
      name: 'getReport',
      schema: Report,
    })
    const getRaw = serve(structuredClone(response))
    const { store, rest, controller } = createStore()
    await controller.fetch(getReport)
    await controller.fetch(getRaw)
    const check = (state: { rest: RestState }): void => {
      expect(rest.selectors.selectData(state, getReport)).toMatchObject(response)
      expect(rest.selectors.selectData(state, getRaw)).toEqual(response)
    }
    check(store.getState())
    const state = store.getState().rest
    const copy = JSON.parse(JSON.stringify(state)) as RestState
    // Any store of the process that imports a state makes all of them look for binaries.
    const other = createReplaceableStore({ rest: copy })
    expect(other.rest.selectors.selectData(other.store.getState(), getReport)).toMatchObject(
      response,
    )
    expect(other.rest.selectors.selectData(other.store.getState(), getRaw)).toEqual(response)
    check(store.getState())
    await controller.fetch(getReport)
    expect(store.getState().rest.entities['Report']).toMatchObject({
      1: { data: getOwnRow(state) },
    })
  })
})

describe('an entity or object with a schema that resembles the descriptor of binary data', () => {
  interface About {
    readonly kind: string
    readonly size: number
    readonly type: string
    readonly json?: unknown
  }

  class Upload extends Entity {
    declare $binary: About
    static override key = 'Upload'
    override pk() {
      return this.$binary.kind
    }
  }

  class Holder extends Entity {
    id = ''
    file: object = {}
    price: unknown = undefined
    static override key = 'Holder'
    static override schema = {
      file: { $binary: { kind: Upload }, other: Upload },
      price: new Scalar({ lens: () => 'all', key: 'prices' }),
    }
  }

  const about: About = { kind: 'Blob', size: 3, type: 'image/png' }
  const upload = { $binary: about }
  const escaped = { $binary: { json: upload, kind: 'x' } }

  it.each<[name: string, schema: Schema, response: object]>([
    ['an entity', Upload, upload],
    ['the escaped form of such data, as an entity', Upload, escaped],
    ['an entity in a list', [Upload], [upload, { $binary: { ...about, kind: 'x' } }]],
    ['an object with a schema', { other: Upload }, upload],
    [
      'the escaped form of such data, with a schema',
      { other: Upload },
      { $binary: { json: upload } },
    ],
    ['an object with a schema in another', { file: { other: Upload } }, { file: upload }],
    ['values by their names', new Values({ other: Upload }), { $binary: { ...about } }],
    ['values that are converted', new Values((it: unknown) => it), upload],
    [
      'a field of an entity',
      Holder,
      { id: '1', file: { $binary: { ...about, kind: { $binary: { ...about, kind: 'k' } } } } },
    ],
    ['a Scalar', Holder, { id: '1', price: upload }],
  ])('is read as data, also after the state is imported: %s', async (_, schema, response) => {
    const getIt = new Endpoint(async () => structuredClone(response), { name: 'getIt', schema })
    const { store, rest, controller } = createStore()
    expect(await controller.fetch(getIt)).toMatchObject(response)
    const copy = JSON.parse(JSON.stringify(store.getState().rest)) as RestState
    const other = createReplaceableStore({ rest: copy })
    for (const state of [store.getState(), other.store.getState()]) {
      const { data, isInvalid } = rest.selectors.selectRequest(state, getIt)
      expect([data, isInvalid]).toMatchObject([response, false])
    }
    const data = dataOf(store.getState().rest)
    await controller.fetch(getIt)
    expect(dataOf(store.getState().rest)).toEqual(data)
  })

  it('is merged with a partial write', () => {
    const { rest, store, controller } = createStore()
    controller.set(Upload, {}, upload)
    createReplaceableStore({
      rest: JSON.parse(JSON.stringify(store.getState().rest)) as RestState,
    }).controller.get(Upload, 'Blob')
    const shown = rest.selectors.selectEntity(store.getState(), Upload, 'Blob')
    expect(shown).toEqual(Upload.fromJS(upload))
    controller.set(Upload, {}, { ...upload, note: 1 } as object)
    expect(controller.get(Upload, 'Blob')).toMatchObject({ ...upload, note: 1 })
  })
})

function dataOf({ entities }: RestState): unknown {
  return Object.entries(entities).map(([key, table]) => [
    key,
    [...rows(table)].map(([pk, { data }]) => [pk, data]),
  ])
}

function getOwnRow(state: RestState): unknown {
  return (state.entities['Report'] as { 1: { data: object } })[1].data
}
