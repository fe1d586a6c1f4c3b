import { callsWith, type Controller, type ErrorOf, type Progress } from 'rtk-rest'
import type { KeyTest, ResponseMeta } from 'rtk-rest/types'
import { useDownload, useFetch, useLive, useSubscription, type UsablePromise } from 'rtk-rest/react'
import { describe, expectTypeOf, it } from 'vitest'
import { deleteUser, getName, getText, getUser, getUsers, type User, UserResource } from './world'

declare const controller: Controller
declare const maybe: { readonly id: string } | null

describe('the controller types', () => {
  it('fetchIfStale returns the data or a promise', () => {
    expectTypeOf(controller.fetchIfStale(getUser, { id: 1 })).toEqualTypeOf<User | Promise<User>>()
    // @ts-expect-error a mutation is never fresh
    void controller.fetchIfStale(deleteUser, { id: 1 })
    // @ts-expect-error the id is missing
    void controller.fetchIfStale(getUser, {})
  })

  it('setResponse takes the response after the arguments, which may be optional', () => {
    controller.setResponse(getName, { id: 1 }, 'Ada')
    // @ts-expect-error a name is text
    controller.setResponse(getName, { id: 1 }, 5)
    // @ts-expect-error the id is missing
    controller.setResponse(getName, 'Ada')
    controller.setResponse(getUsers, [{ id: 1 }])
    controller.setResponse(UserResource.getList, [])
    controller.setResponse(UserResource.getList, { group: 'five' }, [])
    controller.setError(getUser, { id: 1 }, new Error('no'))
    // @ts-expect-error text is no error
    controller.setError(getUser, { id: 1 }, 'no')
    expectTypeOf(controller.setResponse(getUser, { id: 1 }, {})).toEqualTypeOf<void>()
  })

  it('invalidateAll and expireAll take an endpoint or an object with testKey', () => {
    controller.invalidateAll(getUser)
    controller.expireAll({ testKey: (key) => key.startsWith('GET ') })
    // @ts-expect-error a test returns a boolean
    controller.expireAll({ testKey: () => 'yes' })
    controller.expireAll(callsWith(getUser, { id: 1 }))
    controller.expireAll(callsWith(UserResource.getList, { group: 'five' }))
    // @ts-expect-error a user has no name in its address
    callsWith(getUser, { name: 'Ada' })
    // @ts-expect-error an id is a text or a number
    callsWith(getUser, { id: {} })
    expectTypeOf(controller.expireAll).parameter(0).toEqualTypeOf<KeyTest>()
  })

  it('getResponse returns the expiry status', () => {
    const meta = controller.getResponse(getUser, { id: 1 })
    expectTypeOf(meta).toEqualTypeOf<ResponseMeta<User | undefined>>()
    expectTypeOf(meta.expiryStatus).toEqualTypeOf<1 | 2 | 3>()
    expectTypeOf(controller.snapshot().getResponse(getText).data).toEqualTypeOf<
      string | undefined
    >()
  })
})

describe('the hook types', () => {
  it('useLive returns data like useSuspense', () => {
    expectTypeOf(useLive(getUser, { id: 1 })).toEqualTypeOf<User>()
    expectTypeOf(useLive(getUser, maybe)).toEqualTypeOf<User | undefined>()
    expectTypeOf(useSubscription(getUser, { id: 1 })).toEqualTypeOf<void>()
    // @ts-expect-error a mutation is not kept up to date
    useLive(deleteUser, { id: 1 })
    // @ts-expect-error a mutation is not kept up to date
    useSubscription(deleteUser, { id: 1 })
  })

  it('useFetch returns a promise', () => {
    expectTypeOf(useFetch(getUser, { id: 1 })).toEqualTypeOf<UsablePromise<User>>()
    expectTypeOf(useFetch(getUser, maybe)).toEqualTypeOf<UsablePromise<User> | undefined>()
    // @ts-expect-error a mutation is not sent by rendering
    void useFetch(deleteUser, { id: 1 })
  })

  it('useDownload returns start, data, progress and error', () => {
    const { start, data, progress, error } = useDownload(getText)
    expectTypeOf(start).toEqualTypeOf<() => Promise<string | undefined>>()
    expectTypeOf(data).toEqualTypeOf<string | undefined>()
    expectTypeOf(progress).toEqualTypeOf<Progress | undefined>()
    expectTypeOf(error).toEqualTypeOf<ErrorOf<typeof getText> | undefined>()
    expectTypeOf<Progress['total']>().toEqualTypeOf<number | undefined>()
  })
})
