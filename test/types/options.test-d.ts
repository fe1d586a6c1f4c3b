import {
  backoff,
  Collection,
  createRest,
  Endpoint,
  Entity,
  type FetchPromise,
  Invalidate,
  resource,
  RestEndpoint,
  type RestGenerics,
  type RestOptions,
  type Snapshot,
  type SnapshotReader,
  updates,
} from 'rtk-rest'
import type { ResultUpdates } from 'rtk-rest/types'
import { optimistic } from 'rtk-rest/optimistic'
import { useDLE, useSuspense } from 'rtk-rest/react'
import { type LiveWrites, webSocket } from 'rtk-rest/streams'
import { type ProgressInit, xhrFetch } from 'rtk-rest/xhr'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { getUser, path, User } from './world'

type Id = { readonly id: string | number }
declare function never(): never
declare const anyUser: Partial<User>

const Shape = z.object({ id: z.string(), at: z.string().transform((iso) => new Date(iso)) })
const Sent = z.object({ name: z.string(), age: z.number().default(7) })

describe('the types of validation schemas', () => {
  it('responseSchema determines the result of a call', () => {
    const checked = new RestEndpoint({ path, responseSchema: Shape })
    expectTypeOf(checked).returns.resolves.toEqualTypeOf<{ id: string; at: Date }>()
    const useChecked = () => useSuspense(checked, { id: 1 })
    expectTypeOf(useChecked).returns.toEqualTypeOf<{ id: string; at: Date }>()
    const extended = new RestEndpoint({ path }).extend({ responseSchema: Shape })
    expectTypeOf(extended).returns.resolves.toEqualTypeOf<{ id: string; at: Date }>()
  })

  it('`process` determines the result, and the schema the data of readers', () => {
    const processed = new RestEndpoint({ path, responseSchema: Shape, process: () => 5 })
    expectTypeOf(processed).returns.resolves.toEqualTypeOf<number>()
    const shown = new RestEndpoint({ path, responseSchema: Shape, schema: User })
    const useShown = () => useSuspense(shown, { id: 1 })
    expectTypeOf(useShown).returns.toEqualTypeOf<User>()
  })

  it('bodySchema determines the body before validation', () => {
    const create = new RestEndpoint({ path: '/users', method: 'POST', bodySchema: Sent })
    expectTypeOf(create).parameters.toEqualTypeOf<
      [body: { name: string; age?: number | undefined }]
    >()
    // @ts-expect-error names are texts
    void create({ name: 5 })
    const update = getUser.extend({ method: 'PUT', bodySchema: Sent })
    expectTypeOf(update).toBeCallableWith({ id: 1 }, { name: 'Ada' })
  })

  it('may be undefined, also in extend', () => {
    const isChecked = Math.random() > 2
    const perhaps = new RestEndpoint({ path, responseSchema: isChecked ? Shape : undefined })
    expectTypeOf(perhaps).returns.resolves.toBeUnknown()
    const checked = new RestEndpoint({ path, responseSchema: Shape, bodySchema: Sent })
    const plain = checked.extend({ responseSchema: undefined, bodySchema: undefined })
    expectTypeOf(plain).returns.resolves.toBeUnknown()
  })

  it('must be Standard Schemas', () => {
    // @ts-expect-error a function is none
    const wrong = new RestEndpoint({ path, responseSchema: (value: unknown) => value })
    expectTypeOf(wrong).toBeFunction()
  })
})

describe('the result of a call', () => {
  it('is unknown without declarations', () => {
    expectTypeOf(new RestEndpoint({ path })).returns.resolves.toBeUnknown()
    expectTypeOf(getUser).returns.resolves.toBeUnknown()
    expectTypeOf(new RestEndpoint({ path, content: 'json' })).returns.resolves.toBeUnknown()
    expectTypeOf(getUser.fetch).returns.resolves.toBeUnknown()
  })
})

describe('content of bytes', () => {
  it('removes the schema of the parent, and does not compile with a schema', () => {
    const download = getUser.extend({ content: 'blob' })
    expectTypeOf(download.schema).toEqualTypeOf<undefined>()
    expectTypeOf(download).returns.resolves.toEqualTypeOf<Blob>()
    const useDownload = () => useSuspense(download, { id: 1 })
    expectTypeOf(useDownload).returns.toEqualTypeOf<Blob>()
    // @ts-expect-error no schema makes entities of bytes
    const both = () => getUser.extend({ content: 'stream', schema: User })
    // @ts-expect-error nor where the endpoint is made
    const made = () => new RestEndpoint({ path, content: 'blob', schema: User })
    // @ts-expect-error nor of the parent
    const later = () => download.extend({ schema: [User] })
    // @ts-expect-error a resource has a schema
    const all = () => resource({ path, schema: User, content: 'arrayBuffer' })
    expectTypeOf([both, made, later, all]).toBeArray()
    const plain = new RestEndpoint({ path, content: 'blob', schema: undefined })
    expectTypeOf(plain).returns.resolves.toEqualTypeOf<Blob>()
    expectTypeOf(getUser.extend({ content: 'text' }).schema).toEqualTypeOf<typeof User>()
  })
})

describe('the result of `process`', () => {
  const users = new Collection([User])

  it('does not compile where the schema cannot take it', () => {
    // @ts-expect-error nothing is returned
    const nothing = new RestEndpoint({ path, schema: User, process: () => undefined })
    // @ts-expect-error an entity is no text
    const text = new RestEndpoint({ path, schema: User, process: async () => 'x' })
    // @ts-expect-error an entity is no list
    const list = new RestEndpoint({ path, schema: User, process: (all: { id: string }[]) => all })
    // @ts-expect-error a list is no number
    const count = new RestEndpoint({ path, schema: [User], process: (all: []) => all.length })
    // @ts-expect-error a collection is not nothing
    const gone = new RestEndpoint({ path, schema: users, process: (): void => undefined })
    // @ts-expect-error an entity is no number
    const later = () => getUser.extend({ process: (value: string) => value.length })
    expectTypeOf([nothing, text, list, count, gone, later]).toBeArray()
  })

  it('may be what the schema takes, or anything', () => {
    const parse = (value: unknown): unknown => value
    const made = [
      new RestEndpoint({ path, schema: User, process: (value: object) => ({ ...value, id: 5 }) }),
      new RestEndpoint({ path, schema: User, process: (value) => value.user }),
      new RestEndpoint({ path, schema: User, process: parse }),
      new RestEndpoint({
        path,
        schema: [User],
        process: ({ items }: { items: object[] }) => items,
      }),
      new RestEndpoint({ path, schema: users, process: async (all: object[]) => all }),
      new RestEndpoint({ path, schema: { users }, process: (all: object[]) => ({ users: all }) }),
      new RestEndpoint({ path, schema: new Invalidate(User), process: () => '5' }),
      new RestEndpoint({ path, schema: undefined, process: () => 5 }),
      new RestEndpoint({ path, schema: User, process: () => never() }),
    ]
    expectTypeOf(made).toBeArray()
  })
})

describe('the result of getOptimisticResponse', () => {
  const make = { path: '/users/:id', method: 'POST', schema: User } as const

  it('does not compile with a wrong field of the entity', () => {
    const wrong = () => [
      // @ts-expect-error an age is a number
      new RestEndpoint({ ...make, getOptimisticResponse: [optimistic, () => ({ age: 'x' })] }),
      // @ts-expect-error it is called name
      new RestEndpoint({ ...make, getOptimisticResponse: [optimistic, () => ({ nmae: 'x' })] }),
      // @ts-expect-error an entity is no list
      new RestEndpoint({ ...make, getOptimisticResponse: [optimistic, () => [{ id: '1' }]] }),
      // @ts-expect-error what is not there is no response: throw snap.abort
      new RestEndpoint({ ...make, getOptimisticResponse: [optimistic, () => undefined] }),
      // @ts-expect-error an age is a number
      getUser.extend({ getOptimisticResponse: [optimistic, () => ({ id: 1, age: 'x' })] }),
    ]
    expectTypeOf(wrong).toBeFunction()
  })

  it('has the id of the row where that is a number, and not that of the arguments', () => {
    class Photo extends Entity {
      id = 0
      votes = 0
    }
    const vote = { path: '/photos/:id/votes', method: 'POST', schema: Photo } as const
    const right = new RestEndpoint({
      ...vote,
      getOptimisticResponse: [
        optimistic,
        (snap, params) => {
          const photo = snap.get(Photo, params)
          if (photo === undefined) throw snap.abort
          return { id: photo.id, votes: photo.votes + 1 }
        },
      ],
    })
    const wrong = () =>
      // @ts-expect-error an id of the path may be a text
      new RestEndpoint({ ...vote, getOptimisticResponse: [optimistic, (_, { id }) => ({ id })] })
    expectTypeOf([right, wrong]).toBeArray()
  })

  it('may have any of the fields, the arguments among them', () => {
    const right = [
      new RestEndpoint({
        ...make,
        getOptimisticResponse: [optimistic, (_snap, { id }) => ({ id })],
      }),
      new RestEndpoint({
        ...make,
        body: anyUser,
        getOptimisticResponse: [optimistic, (_snap, params, body) => ({ ...params, ...body })],
      }),
      new RestEndpoint({
        ...make,
        path: '/teams/:team/users/:id',
        getOptimisticResponse: [optimistic, (_snap, params) => ({ ...params, age: 5 })],
      }),
      new RestEndpoint({
        ...make,
        getOptimisticResponse: [
          optimistic,
          (snap, { id }) => {
            const user = snap.get(User, { id })
            if (user === undefined) throw snap.abort
            return { ...user, age: user.age + 1 }
          },
        ],
      }),
      new RestEndpoint({
        ...make,
        schema: [User],
        getOptimisticResponse: [optimistic, () => [{ id: '1' }]],
      }),
    ]
    expectTypeOf(right).toBeArray()
  })
})

describe('the arguments of getOptimisticResponse and update', () => {
  it('are those of the call', () => {
    const update = new RestEndpoint({
      path,
      method: 'PUT',
      body: {} as { name: string },
      schema: User,
      getOptimisticResponse: [
        optimistic,
        (snap, params, body) => {
          expectTypeOf(snap).toEqualTypeOf<SnapshotReader>()
          expectTypeOf<Snapshot>().toExtend<SnapshotReader>()
          expectTypeOf(params).toEqualTypeOf<Id>()
          expectTypeOf(body).toEqualTypeOf<{ name: string }>()
          expectTypeOf(snap.get(User, params)).toEqualTypeOf<User | undefined>()
          expectTypeOf(snap.getResponse(getUser, params).data).toEqualTypeOf<User | undefined>()
          return { ...params, ...body }
        },
      ],
      update: [
        updates,
        (_result, params, body) => {
          expectTypeOf(params).toEqualTypeOf<Id>()
          expectTypeOf(body.name).toEqualTypeOf<string>()
          return { [getUser.key(params)]: (existing: unknown) => existing }
        },
      ],
    })
    expectTypeOf(update).toBeCallableWith({ id: 1 }, { name: 'Ada' })
    expectTypeOf(update.schema).toEqualTypeOf<typeof User>()
  })

  it('are those of the extended endpoint', () => {
    const remove = getUser.extend({
      method: 'DELETE',
      getOptimisticResponse: [
        optimistic,
        (_snap, params) => {
          expectTypeOf(params).toEqualTypeOf<Id>()
          return params
        },
      ],
    })
    expectTypeOf(remove).parameters.toEqualTypeOf<[params: Id]>()
  })

  it('are those of an Endpoint', () => {
    const vote = new Endpoint(async (id: string, stars: number) => ({ id, stars }), {
      sideEffect: true,
      getOptimisticResponse: [
        optimistic,
        (_snap, id, stars) => ({
          id: id.trim(),
          stars: stars + 1,
        }),
      ],
      update: [updates, (_result, id): ResultUpdates => ({ [id]: () => null })],
    })
    expectTypeOf(vote).parameters.toEqualTypeOf<[id: string, stars: number]>()
  })
})

describe('options that do not affect types', () => {
  it('have types', () => {
    const signal = (): AbortSignal => new AbortController().signal
    const options = {
      signal,
      timeout: 5,
      retry: backoff(),
      pollFrequency: 5,
      sensitive: true,
    } as const
    expectTypeOf(options).toExtend<RestOptions>()
    expectTypeOf({ retry: (_: Error, tries: number) => tries * 5 }).toExtend<RestOptions>()
    const endpoint = new RestEndpoint({
      path,
      ...options,
      onDownloadProgress: ({ loaded }) => loaded,
      onUploadProgress: ({ loaded, total }) => total === loaded,
    })
    expectTypeOf(endpoint).parameters.toEqualTypeOf<[params: Id]>()
    // @ts-expect-error a time is a number
    const late = new RestEndpoint({ path, timeout: '5s' })
    // @ts-expect-error backoff makes a function of a number of tries
    const often = getUser.extend({ retry: 3 })
    expectTypeOf([late, often]).toBeArray()
  })
})

describe('xhrFetch', () => {
  it('is a fetch', () => {
    expectTypeOf(xhrFetch).toExtend<typeof fetch>()
    expectTypeOf(createRest({ fetchFn: xhrFetch }).fetch).toBeFunction()
    const endpoint = new RestEndpoint({ path, fetchResponse: xhrFetch })
    expectTypeOf(endpoint).parameters.toEqualTypeOf<[params: Id]>()
    const send = (init: ProgressInit) => xhrFetch('/x', init)
    expectTypeOf(send).toBeCallableWith({ method: 'PUT', onUploadProgress: ({ loaded }) => loaded })
    expectTypeOf<FetchPromise<User>['onUploadProgress']>().returns.toEqualTypeOf<() => void>()
  })
})

describe('the type of bind', () => {
  const bound = getUser.bind(undefined, { id: 1 })
  const useBound = () => useSuspense(bound)

  it('has no arguments, and keeps the schema', () => {
    expectTypeOf(bound).parameters.toEqualTypeOf<[]>()
    expectTypeOf(useBound).returns.toEqualTypeOf<User>()
    // @ts-expect-error the id is missing
    getUser.bind(undefined, {})
    const remove = getUser.extend({ method: 'DELETE' }).bind(undefined, { id: 1 })
    // @ts-expect-error a DELETE is no read
    const useRemove = () => useDLE(remove)
    expectTypeOf(useRemove).toBeFunction()
  })
})

// oxlint-disable-next-line typescript/no-explicit-any
class WithTimeout<O extends RestGenerics = any> extends RestEndpoint<O> {
  override readonly timeout = 5_000
  override readonly retry = backoff({ retries: 2 })
  override readonly pollFrequency = 1_000
  override readonly sensitive = true

  override async fetch(...args: Parameters<RestEndpoint<O>['fetch']>): Promise<unknown> {
    return super.fetch(...args)
  }
}

describe('a subclass with options in its type argument', () => {
  const getUser = new WithTimeout({ path, responseSchema: Shape })

  it('accepts its options, and keeps their types', () => {
    expectTypeOf(getUser).parameters.toEqualTypeOf<[params: Id]>()
    expectTypeOf(getUser).returns.resolves.toEqualTypeOf<{ id: string; at: Date }>()
    expectTypeOf(getUser.timeout).toBeNumber()
    const text = getUser.extend({ responseSchema: z.string() })
    expectTypeOf(text).returns.resolves.toEqualTypeOf<string>()
  })
})

describe('the option `live`', () => {
  it('subscribes by the arguments of the call', () => {
    const getLive = getUser.extend({
      live: webSocket('wss://x', {
        subscribe: ({ id }) => ({ subscribe: id }),
        message: (user: Partial<User>, live) => live.set(User, user),
      }),
    })
    expectTypeOf(getLive).toBeCallableWith({ id: 1 })
    const bySymbol = webSocket('wss://x', {
      subscribe: ({ symbol }: { symbol: string }) => symbol,
      message() {},
    })
    // @ts-expect-error the call has an id, and no symbol
    getUser.extend({ live: bySymbol })
  })

  it('writes what fits the schema', () => {
    const options = {
      message(_: unknown, live: LiveWrites) {
        live.set(User, { id: '1', name: 'Ada' })
        live.patch(User, { id: '1' })
        // @ts-expect-error a name is a text
        live.set(User, { id: '1', name: 5 })
        // @ts-expect-error no function, as of `set` of a controller
        live.set(User, { id: '1' }, (user: User) => user)
        // @ts-expect-error the arguments are those of the endpoint
        live.setResponse(getUser, anyUser)
      },
    }
    expectTypeOf(webSocket).toBeCallableWith('wss://x', options)
  })
})
