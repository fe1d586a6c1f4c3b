import { Endpoint, type RunContext } from 'rtk-rest'
import { describe, expect, it } from 'vitest'

async function readClock(zone: string) {
  return `12:00 ${zone}`
}

async function readSundial(zone: string) {
  return `noon ${zone}`
}

const getTime = new Endpoint(readClock)

describe('an Endpoint', () => {
  it('calls the function that it was constructed with', async () => {
    expect(await getTime('UTC')).toBe('12:00 UTC')
    expect(await Reflect.apply(getTime, undefined, ['UTC'])).toBe('12:00 UTC')
  })

  it('is an instance of Function and of Endpoint', () => {
    expect(typeof getTime).toBe('function')
    expect(getTime).toBeInstanceOf(Function)
    expect(getTime).toBeInstanceOf(Endpoint)
  })

  it('rejects if its function throws synchronously', async () => {
    const broken = new Endpoint((): Promise<string> => {
      throw new RangeError('out of order')
    })
    await expect(broken()).rejects.toThrow('out of order')
  })

  it('keeps its function if the option `fetch` is undefined', async () => {
    const getOne = new Endpoint(async () => 1, { fetch: undefined } as object)
    expect(await getOne()).toBe(1)
  })

  it('without a function rejects with an error that asks for an async function', async () => {
    const nothing = new (Endpoint as unknown as new () => () => Promise<unknown>)()
    await expect(nothing()).rejects.toThrow(/needs an async function/)
  })

  it('has its options as members, with the schema unchanged', () => {
    const schema = { zone: '' }
    const options = { sideEffect: true, dataExpiryLength: 5, extra: { mine: 1 } } as const
    const endpoint = new Endpoint(readClock, { schema, ...options })
    expect({ ...endpoint }).toMatchObject(options)
    expect(endpoint.schema).toBe(schema)
  })

  it('has no side effect and no schema by default', () => {
    expect(getTime.sideEffect).toBeUndefined()
    expect(getTime.schema).toBeUndefined()
  })
})

describe('the name of an Endpoint', () => {
  it('is the name of its function by default', () => {
    expect(getTime.name).toBe('readClock')
  })

  it('is the option `name` if given', () => {
    expect(new Endpoint(readClock, { name: 'time' }).name).toBe('time')
  })

  it('is inherited by extend, and without an option follows a replaced function', () => {
    const named = new Endpoint(readClock, { name: 'time' })
    expect(named.extend({ dataExpiryLength: 5 }).name).toBe('time')
    expect(named.extend({ fetch: readSundial }).name).toBe('time')
    expect(getTime.extend({ fetch: readSundial }).name).toBe('readSundial')
  })
})

describe('the key of an Endpoint', () => {
  it('is its name followed by all arguments as JSON', () => {
    expect(getTime.key('UTC')).toBe('readClock ["UTC"]')
    const list = new Endpoint(async (_params: { page: number }, _size: number) => [], {
      name: 'getList',
    })
    expect(list.key({ page: 1 }, 20)).toBe('getList [{"page":1},20]')
    expect(new Endpoint(async () => 1, { name: 'one' }).key()).toBe('one []')
  })

  it('can be computed by the option `key`, with the endpoint as `this`', () => {
    const time = new Endpoint(readClock, {
      name: 'time',
      key(zone: string) {
        return `${this.name}/${zone}`
      },
    })
    expect(time.key('UTC')).toBe('time/UTC')
  })

  it('is matched by testKey of this endpoint only', () => {
    const get = new Endpoint(async (_id: string) => 1, { name: 'Get' })
    const getList = new Endpoint(async () => [1], { name: 'GetList' })
    expect(get.testKey(get.key('5'))).toBe(true)
    expect(get.testKey(getList.key())).toBe(false)
    expect(getList.testKey(get.key('5'))).toBe(false)
  })
})

describe('run of an Endpoint', () => {
  it('passes the context of the call to the function as `this.context`', async () => {
    const contexts: unknown[] = []
    const peek = new Endpoint(async function (this: { readonly context: RunContext }, id: string) {
      contexts.push(this.context)
      return id
    })
    const context: RunContext = { requestId: 'r1', getState: () => ({ token: 't' }) }
    expect(await peek.run(['5'], context)).toBe('5')
    expect(await peek('6')).toBe('6')
    expect(contexts[0]).toBe(context)
    expect(contexts[1]).toEqual({})
  })

  it('keeps the contexts of concurrent calls apart', async () => {
    const ids: unknown[] = []
    const peek = new Endpoint(async function (this: { readonly context: RunContext }) {
      await Promise.resolve()
      ids.push(this.context.requestId)
      return null
    })
    await Promise.all([peek.run([], { requestId: 'a' }), peek.run([], { requestId: 'b' })])
    expect(ids).toEqual(['a', 'b'])
    expect(Object.hasOwn(peek, 'context')).toBe(false)
  })

  it('passes the members of the endpoint to the function as `this`', async () => {
    const greet = new Endpoint(
      async function (this: { readonly extra?: unknown }, name: string) {
        return `${String(this.extra)} ${name}`
      },
      { extra: 'Hello' },
    )
    expect(await greet('Ada')).toBe('Hello Ada')
    expect(await greet.extend({ extra: 'Bye' })('Ada')).toBe('Bye Ada')
  })
})
