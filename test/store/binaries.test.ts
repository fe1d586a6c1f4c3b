import { http, HttpResponse } from 'msw'
import { Endpoint, Entity, getRow, RestEndpoint, type RestState } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createReplaceableStore } from '../support/replaceableStore'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

const png = (text: string) => new Blob([text], { type: 'image/png' })
const isDevelopment = process.env['NODE_ENV'] !== 'production'

function serve<Data>(...responses: Data[]) {
  const queue = [...responses]
  return new Endpoint(async () => queue.shift() as Data, { name: 'getFile' })
}

function serveFile() {
  const sent: string[] = []
  server.use(
    http.get(`${API}/file`, ({ request }) => {
      sent.push(request.url)
      return new HttpResponse('abc', { headers: { 'content-type': 'image/png' } })
    }),
  )
  const getFile = new RestEndpoint({ urlPrefix: API, path: '/file', content: 'blob' })
  return { sent, getFile }
}

const copyOf = ({ rest }: { rest: RestState }) => ({
  rest: JSON.parse(JSON.stringify(rest)) as RestState,
})

describe('a response that is no JSON', () => {
  it('is kept beside the state, and is the original value in selectors', async () => {
    const image = png('abc')
    const getFile = serve({ blob: image, filename: 'a.png' })
    const { store, rest, actions, controller } = createStore()
    expect(await controller.fetch(getFile)).toEqual({ blob: image, filename: 'a.png' })
    expect(getRow(store.getState().rest.requests, 'getFile []')).toMatchObject({
      result: null,
      beside: {},
    })
    expect(JSON.parse(JSON.stringify(actions))).toEqual(actions)
    const data = rest.selectors.selectData(store.getState(), getFile)
    expect(data?.blob).toBe(image)
    expect(data?.filename).toBe('a.png')
    expect(rest.selectors.selectData(store.getState(), getFile)).toBe(data)
  })

  it.each([
    ['an ArrayBuffer', () => new ArrayBuffer(4)],
    ['a Uint8Array', () => new Uint8Array([1, 2, 3])],
    ['a Buffer', () => Buffer.from('hello')],
    ['a DataView', () => new DataView(new ArrayBuffer(2))],
    ['a File', () => new File(['x'], 'x.txt')],
    ['a ReadableStream', () => new ReadableStream()],
    ['a list of files', () => [png('a'), png('b')]],
    ['a Map', () => new Map([['a', 1]])],
  ])('may be %s', async (_, make) => {
    const value: object = make()
    const getFile = serve(value)
    const { store, rest, controller } = createStore()
    expect(await controller.fetch(getFile)).toBe(value)
    expect(rest.selectors.selectData(store.getState(), getFile)).toBe(value)
  })

  it('stays while the call is expired, refetched without success, and invalidated for others', async () => {
    const [image, other] = [png('abc'), png('xyz')]
    const responses = [image, undefined, other]
    const getFile = new Endpoint(
      async () => responses.shift() ?? Promise.reject(new TypeError('no connection')),
      { name: 'getFile', errorPolicy: () => 'soft' as const },
    )
    const { store, rest, controller } = createStore()
    const shown = () => rest.selectors.selectData(store.getState(), getFile)
    await controller.fetch(getFile)
    controller.expireAll(getFile)
    expect(shown()).toBe(image)
    await expect(controller.fetch(getFile)).rejects.toThrow('no connection')
    expect(shown()).toBe(image)
    const promise = controller.fetch(getFile)
    expect(shown()).toBe(image)
    await promise
    expect(shown()).toBe(other)
    controller.invalidate(getFile)
    expect(shown()).toBeUndefined()
  })

  it('is missing in a copy of the state, and is requested again', async () => {
    const { sent, getFile } = serveFile()
    const { store, rest, controller } = createStore({ dataExpiryLength: Infinity })
    await controller.fetch(getFile)
    await controller.fetchIfStale(getFile)
    expect(sent).toHaveLength(1)
    expect(rest.selectors.selectRequest(copyOf(store.getState()), getFile)).toMatchObject({
      data: undefined,
      isInvalid: true,
    })
    const other = createReplaceableStore(copyOf(store.getState()))
    expect(await other.controller.fetchIfStale(getFile)).toBeInstanceOf(Blob)
    expect(sent).toHaveLength(2)
    expect(other.controller.getResponse(getFile).data).toBeInstanceOf(Blob)
  })

  it('may be given by hand', () => {
    const { getFile } = serveFile()
    const { controller } = createStore()
    const image = png('abc')
    controller.setResponse(getFile, image)
    expect(controller.getResponse(getFile).data).toBe(image)
  })

  it.each(isDevelopment ? [true] : [])(
    'is an error in development if it is in an entity, or deeper',
    async () => {
      class Report extends Entity {
        id = ''
        scan: unknown = undefined
        static override key = 'Report'
      }
      const getReport = new Endpoint(async () => ({ id: '1', scan: png('abc') }), {
        name: 'getReport',
        schema: Report,
      })
      const { controller } = createStore()
      await expect(controller.fetch(getReport)).rejects.toThrow(
        /^Report\.scan: a Blob cannot be kept/,
      )
      await expect(controller.fetch(serve({ files: [{ blob: png('abc') }] }))).rejects.toThrow(
        /^response\.files\[0\]\.blob: a Blob cannot be kept/,
      )
    },
  )
})
