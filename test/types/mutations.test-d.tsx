import {
  type ArgsOf,
  Endpoint,
  type FinalAction,
  type FulfilledAction,
  type NetworkError,
  type Progress,
  resource,
  RestEndpoint,
  serial,
  updates,
  type WriteEndpoint,
} from 'rtk-rest'
import type { CallTarget, EndpointError } from 'rtk-rest/types'
import { optimistic } from 'rtk-rest/optimistic'
import {
  type EndpointState,
  useCancelling,
  useDebounce,
  useDLE,
  useLoading,
  useMutation,
} from 'rtk-rest/react'
import { describe, expectTypeOf, it } from 'vitest'
import { createStore } from '../support/world'
import { deleteUser, getUser, PostResource, User, UserResource } from './world'

const { create, getList, partialUpdate, update } = UserResource
const one = { id: '1' }

const useRename = () => useMutation(partialUpdate)
const useCreate = () => useMutation(create)
const useDelete = () => useMutation(deleteUser)
const move = new Endpoint(async (id: string, to: number) => ({ id, to }), { sideEffect: true })
const forget = new Endpoint(async (_id: string): Promise<void> => undefined, { sideEffect: true })
const useForget = () => useMutation(forget)
const useMove = () => useMutation(move, { key: 'move', debounce: 200 })

type Rename = ReturnType<typeof useRename>[0]
type Renamed = ReturnType<typeof useRename>[1]

describe('the type of useMutation', () => {
  it('has a function with the arguments of the endpoint', () => {
    const Page = () => {
      const [rename] = useRename()
      const [add] = useCreate()
      const [change] = useMove()
      void rename(one, { name: 'Ada' })
      void add({ name: 'Ada' })
      void add(new FormData())
      void change('1', 2)
      // @ts-expect-error the body is missing
      void rename(one)
      // @ts-expect-error the id is missing
      void rename({ name: 'Ada' })
      // @ts-expect-error names are texts
      void rename(one, { name: 5 })
      // @ts-expect-error there is no second argument
      void add({ name: 'Ada' }, 5)
      // @ts-expect-error numbers are no texts
      void change(1, 2)
      return null
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('gives a promise of the final action, which unwraps to the data', () => {
    const Page = () => {
      const [rename] = useRename()
      const [change] = useMove()
      const promise = rename(one, { name: 'Ada' })
      expectTypeOf(promise).resolves.toExtend<FinalAction>()
      expectTypeOf(promise.unwrap()).resolves.toEqualTypeOf<User>()
      expectTypeOf(promise.abort('reason')).toBeVoid()
      expectTypeOf(change('1', 2).unwrap()).resolves.toEqualTypeOf<{ id: string; to: number }>()
      const waiting = async () => {
        const action = await promise
        return 'error' in action ? action.error.message : action.payload.entities
      }
      expectTypeOf(waiting).returns.resolves.toEqualTypeOf<
        string | FulfilledAction['payload']['entities']
      >()
      let last: ReturnType<typeof rename> | undefined
      last = rename(one, {})
      expectTypeOf(last.abort).toBeFunction()
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('gives a promise whose action can be read, spread and passed on', () => {
    const Page = () => {
      const [rename] = useRename()
      const [forget] = useForget()
      const promise = rename(one, {})
      expectTypeOf(promise).resolves.toEqualTypeOf<FinalAction>()
      expectTypeOf<Awaited<typeof promise>>().toEqualTypeOf<FinalAction>()
      expectTypeOf(Promise.all([promise, forget('1')])).resolves.toEqualTypeOf<
        [FinalAction, FinalAction]
      >()
      expectTypeOf(promise.then((action) => action.type)).resolves.toBeString()
      expectTypeOf(promise.catch(() => 5)).resolves.toEqualTypeOf<FinalAction | number>()
      expectTypeOf(promise.finally(() => undefined)).resolves.toEqualTypeOf<FinalAction>()
      expectTypeOf(async () => promise).returns.resolves.toEqualTypeOf<FinalAction>()
      const waiting = async () => {
        const action = await promise
        expectTypeOf(action).toEqualTypeOf<FinalAction>()
        expectTypeOf((await promise).meta.requestId).toBeString()
        const { type, meta } = { ...(await promise) }
        expectTypeOf(meta).toEqualTypeOf<FinalAction['meta']>()
        const maybe = [promise][1]
        expectTypeOf((await maybe)?.type).toEqualTypeOf<string | undefined>()
        if (action.meta.requestStatus === 'rejected') return type
        return action satisfies FinalAction
      }
      expectTypeOf(waiting).toBeFunction()
      const last: FinalAction[] = []
      void promise.then((action) => last.push(action))
      const anything: Promise<unknown> = promise
      const final: Promise<FinalAction> = promise
      const nothing: Promise<void> = promise
      return [anything, final, nothing].length
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('unwraps to nothing where the endpoint responds with nothing', () => {
    const Page = () => {
      const [forget, { data }] = useForget()
      expectTypeOf(data).toEqualTypeOf<void | undefined>()
      expectTypeOf(forget('1').unwrap()).resolves.toBeVoid()
      expectTypeOf(forget('1')).resolves.toEqualTypeOf<FinalAction>()
      const [remove] = useDelete()
      expectTypeOf(remove(one).unwrap()).resolves.toEqualTypeOf<User>()
      return <form action={forget.bind(null, '1')} />
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('has the state of the last call', () => {
    expectTypeOf<Renamed['data']>().toEqualTypeOf<User | undefined>()
    expectTypeOf<Renamed['error']>().toEqualTypeOf<EndpointError | undefined>()
    expectTypeOf<Renamed['args']>().toEqualTypeOf<Parameters<Rename> | undefined>()
    expectTypeOf<Renamed['isLoading' | 'isSuccess' | 'isError' | 'isUninitialized']>().toBeBoolean()
    expectTypeOf<Renamed['status']>().toEqualTypeOf<
      'uninitialized' | 'pending' | 'fulfilled' | 'rejected'
    >()
    expectTypeOf<Renamed['progress']>().toEqualTypeOf<Progress | undefined>()
    expectTypeOf<Renamed['reset']>().toEqualTypeOf<() => void>()
    expectTypeOf<NetworkError>().toExtend<NonNullable<Renamed['error']>>()
    expectTypeOf<ReturnType<typeof useMove>[1]['args']>().toEqualTypeOf<
      [id: string, to: number] | undefined
    >()
    expectTypeOf<ReturnType<typeof useDelete>[1]['data']>().toEqualTypeOf<User | undefined>()
  })

  it('has a function that is the action of a form', () => {
    const Page = () => {
      const [rename] = useRename()
      const [add] = useCreate()
      return (
        <>
          <form action={add} />
          <form action={rename.bind(null, one)}>
            <button formAction={add} />
          </form>
          {/* @ts-expect-error the body of a form is no id */}
          <form action={rename} />
        </>
      )
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('has a function that can be bound, and still unwraps to the data', () => {
    const Page = () => {
      const save = useRename()[0].bind(null, one)
      expectTypeOf(save({ name: 'Ada' }).unwrap()).resolves.toEqualTypeOf<User>()
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('takes mutations alone, and what may be one', () => {
    // @ts-expect-error a read
    const useRead = () => useMutation(getUser)
    // @ts-expect-error a read without a path
    const useBare = () => useMutation(new Endpoint(async () => 1, { name: 'one' }))
    const useAny = <E extends WriteEndpoint>(endpoint: E) => useMutation(endpoint)
    expectTypeOf([useRead, useBare]).toBeArray()
    expectTypeOf(useAny).toBeFunction()
  })

  it('takes a body alone, or with parameters, and the arguments of any mutation', () => {
    function useAny<E extends WriteEndpoint>(endpoint: E) {
      const [run] = useMutation(endpoint)
      return (...args: ArgsOf<E>) => run(...args).unwrap()
    }
    const useAll = () => {
      const [run] = useCreate()
      const createAny = useAny(create)
      // @ts-expect-error the field is a text
      void run({ name: 5 })
      // @ts-expect-error a call has at most two arguments
      void run({}, { name: 'Ada' }, {})
      void run({ team: 'a' }, { name: 'Ada' })
      void createAny({ team: 'a' }, { name: 'Ada' })
      return [run({ name: 'Ada' }).unwrap(), createAny({ name: 'Ada' })] as const
    }
    expectTypeOf(useAll).returns.toEqualTypeOf<readonly [Promise<User>, Promise<User>]>()
  })

  it('takes options', () => {
    // @ts-expect-error a duration is a number
    const useTexts = () => useMutation(partialUpdate, { debounce: '200' })
    // @ts-expect-error there is no such option
    const useUnknown = () => useMutation(partialUpdate, { optimistic })
    expectTypeOf([useTexts, useUnknown]).toBeArray()
  })
})

describe('the type of useDLE', () => {
  it('has isFetching and refetch', () => {
    const Page = () => {
      const { isFetching, refetch } = useDLE(getUser, one)
      expectTypeOf(isFetching).toBeBoolean()
      expectTypeOf(refetch().unwrap()).resolves.toEqualTypeOf<User>()
      expectTypeOf(refetch()).resolves.toEqualTypeOf<FinalAction>()
      return <button onClick={refetch} />
    }
    expectTypeOf(Page).toBeFunction()
    expectTypeOf<EndpointState<typeof getUser>['isFetching']>().toBeBoolean()
  })

  it('still has data where there is neither loading nor an error', () => {
    const Page = () => {
      const { data, loading, error } = useDLE(getUser, one)
      if (loading || error !== undefined) return null
      expectTypeOf(data).toEqualTypeOf<User>()
      return data.name
    }
    expectTypeOf(Page).toBeFunction()
  })
})

describe('the types of helpers', () => {
  it('useLoading keeps the arguments, and may resolve to undefined', () => {
    const Page = () => {
      const [save, isSaving, error] = useLoading(async (id: string, count?: number) => ({
        id,
        count,
      }))
      expectTypeOf(save).parameters.toEqualTypeOf<[id: string, count?: number | undefined]>()
      expectTypeOf(save).returns.resolves.toEqualTypeOf<
        { id: string; count: number | undefined } | undefined
      >()
      expectTypeOf(isSaving).toBeBoolean()
      expectTypeOf(error).toEqualTypeOf<Error | undefined>()
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('useDebounce keeps the type of the value', () => {
    const Page = () => {
      expectTypeOf(useDebounce({ query: 'a' }, 200)).toEqualTypeOf<
        readonly [{ query: string }, boolean]
      >()
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('useCancelling keeps the endpoint, and takes its arguments or null', () => {
    const Page = () => {
      const endpoint = useCancelling(getUser, one)
      expectTypeOf(endpoint).toEqualTypeOf(getUser)
      useCancelling(getUser, null)
      // @ts-expect-error the id is missing
      useCancelling(getUser, {})
    }
    expectTypeOf(Page).toBeFunction()
  })

  it('selectors of pending work take an endpoint, and an entity with its primary key', () => {
    const { rest, store } = createStore()
    const { selectIsFetching, selectIsMutating, selectIsPending } = rest.selectors
    expectTypeOf(selectIsMutating(store.getState())).toBeBoolean()
    expectTypeOf(selectIsMutating(store.getState(), partialUpdate)).toBeBoolean()
    expectTypeOf(selectIsFetching(store.getState())).toBeBoolean()
    expectTypeOf(selectIsFetching(store.getState(), getUser)).toBeBoolean()
    expectTypeOf(selectIsPending(store.getState(), User, '1')).toBeBoolean()
    expectTypeOf(selectIsPending(store.getState(), User, 1)).toBeBoolean()
    // @ts-expect-error an object is no primary key
    selectIsPending(store.getState(), User, one)
  })
})

describe('scope, invalidates and expires', () => {
  it('are given the arguments of the call', () => {
    const renaming = update.extend({
      scope: [
        serial,
        ({ id }, body) => {
          expectTypeOf(id).toEqualTypeOf<string | number>()
          expectTypeOf(body).toEqualTypeOf<FormData | Partial<User>>()
          return `user ${id}`
        },
      ],
      invalidateAll(_response, { id }, body) {
        expectTypeOf(body).toEqualTypeOf<FormData | Partial<User>>()
        return [UserResource.get.key({ id }), getList, { testKey: (key: string) => key === 'a' }]
      },
      expireAll: (_response, { id }) => [UserResource.get.key({ id })],
    })
    expectTypeOf(renaming).parameters.toEqualTypeOf<Parameters<typeof update>>()
    const sending = move.extend({
      scope: [serial, (id, to) => `${id.trim()} ${to.toFixed()}`],
      expireAll: (_response, id, to) => [move.key(id, to)],
    })
    expectTypeOf(sending).parameters.toEqualTypeOf<[id: string, to: number]>()
    const made = new RestEndpoint({
      path: '/users/:id',
      method: 'PUT',
      body: {} as { name: string },
      schema: User,
      scope: [serial, ({ id }, { name }) => `${id} ${name.trim()}`],
    })
    expectTypeOf(made).parameters.toEqualTypeOf<
      [params: { readonly id: string | number }, body: { name: string }]
    >()
  })

  it('may be given alone, and leave the other types of the endpoint', () => {
    const options = [
      UserResource.delete.extend({ scope: [serial, 'users'] }),
      UserResource.delete.extend({ scope: [serial, () => 'users'] }),
      UserResource.delete.extend({ invalidateAll: [getList] }),
      UserResource.delete.extend({ invalidateAll: () => [getList] }),
      UserResource.delete.extend({ expireAll: [getList, PostResource.getList] }),
      UserResource.delete.extend({ expireAll: () => [getList.key()] }),
      UserResource.delete.extend({ update: [updates, () => ({})] }),
      UserResource.delete.extend({ getOptimisticResponse: [optimistic, () => one] }),
    ]
    for (const it of options) {
      expectTypeOf(it).parameters.toEqualTypeOf<Parameters<typeof UserResource.delete>>()
      const remove = () => createStore().controller.fetch(it, one)
      expectTypeOf(remove).returns.resolves.toEqualTypeOf<User>()
    }
    const moving = move.extend({ scope: [serial, 'moves'] })
    expectTypeOf(moving).parameters.toEqualTypeOf<[id: string, to: number]>()
    const resource = UserResource.extend('update', {
      scope: [serial, 'users'],
      expireAll: [getList],
    })
    expectTypeOf(resource.update).parameters.toEqualTypeOf<Parameters<typeof update>>()
    const several = UserResource.extend({
      update: { scope: [serial, 'users'] },
      delete: { expireAll: [getList] },
    })
    expectTypeOf(several.delete).parameters.toEqualTypeOf<Parameters<typeof UserResource.delete>>()
  })

  it('may give no scope', () => {
    const some = update.extend({
      scope: [serial, ({ id }) => (id === 'new' ? undefined : `user ${id}`)],
    })
    const none = update.extend({ scope: [serial, () => undefined] })
    const unknown = new Endpoint(async (id: string) => id, {
      sideEffect: true,
      scope: [serial, (id) => (id === '' ? undefined : id)],
    })
    const never = UserResource.extend('update', { scope: [serial, () => undefined] })
    expectTypeOf([some, none, unknown, never]).toBeArray()
  })

  it('refuse other values', () => {
    // @ts-expect-error a scope is a text
    const number = update.extend({ scope: [serial, 5] })
    // @ts-expect-error a scope is a text
    const numbers = update.extend({ scope: [serial, () => 5] })
    // @ts-expect-error it is a list
    const single = update.extend({ invalidateAll: getList })
    // @ts-expect-error it is a list
    const text = update.extend({ expireAll: () => 'GET /users' })
    // @ts-expect-error a text is no key
    const name = update.extend({ invalidateAll: ['User'] })
    // @ts-expect-error a text is no key, whoever made it
    const names = update.extend({ expireAll: () => [`GET ${window.name}`] })
    // @ts-expect-error a text is no key
    const made = new RestEndpoint({ path: '/users', method: 'POST', expireAll: ['GET /users'] })
    // @ts-expect-error a text is no key
    const all = resource({ path: '/users/:id', schema: User, invalidateAll: ['User'] })
    // @ts-expect-error an entity is no call
    const entity = update.extend({ expireAll: [User] })
    // @ts-expect-error it is no promise
    const late = update.extend({ expireAll: async () => [getList] })
    expectTypeOf([number, numbers, single, text, name, names, made, all, entity, late]).toBeArray()
    expectTypeOf(move.key('1', 2)).toExtend<CallTarget>()
    expectTypeOf(getUser.key(one)).toExtend<string>()
    expectTypeOf(getList).toExtend<CallTarget>()
  })
})
