import {
  All,
  type ArgsOf,
  Collection,
  Endpoint,
  Entity,
  Invalidate,
  Query,
  type ReadEndpoint,
  RestEndpoint,
  type Schema,
} from 'rtk-rest'
import type { EndpointError, SchemaKind } from 'rtk-rest/types'
import {
  type HookArgs,
  type Shown,
  useCache,
  useController,
  useDLE,
  useFetch,
  useLive,
  useQuery,
  useSubscription,
  useSuspense,
  type WhenOff,
} from 'rtk-rest/react'
import { describe, expectTypeOf, it } from 'vitest'
import {
  deleteUser,
  getList,
  getName,
  getPage,
  getText,
  getUser,
  Post,
  PostResource,
  User,
  UserResource,
} from './world'

declare const id: string | undefined
declare const maybe: { readonly id: string } | null
declare const optional: { readonly q?: string }
declare const team: { readonly q: string } | undefined

const users = new Collection([User])
const search = new RestEndpoint({
  path: '/search',
  method: 'POST',
  sideEffect: false,
  schema: [User],
  body: {} as { q: string },
})
const getTime = new Endpoint(async (zone: string) => zone.length)

interface Page {
  readonly next: string
  readonly total: number
  readonly users: readonly User[]
  readonly first: User
}

const useUser = () => useSuspense(getUser, { id: 1 })
const useUserOrNot = () => useSuspense(getUser, id === undefined ? null : { id })
const useMaybe = () => useSuspense(getUser, maybe)
const useNothing = () => useSuspense(getUser, null)
const useUsers = () => useSuspense(getList)
const usePage = () => useSuspense(getPage)
const useName = () => useSuspense(getName, { id: 1 })
const useText = () => useSuspense(getText)
const useTime = () => useSuspense(getTime, 'UTC')
const useSearch = () => useSuspense(search, { q: 'x' })
const usePosts = () => useSuspense(PostResource.getList, { group: 'g', page: 1 })

describe('the type of useSuspense', () => {
  it('returns the data of the schema, or the result of the endpoint', () => {
    expectTypeOf(useUser).returns.toEqualTypeOf<User>()
    expectTypeOf(useUsers).returns.toEqualTypeOf<readonly User[]>()
    expectTypeOf(usePage).returns.toEqualTypeOf<Page>()
    expectTypeOf(usePosts).returns.toEqualTypeOf<readonly Post[]>()
    expectTypeOf(useName).returns.toEqualTypeOf<string>()
    expectTypeOf(useText).returns.toEqualTypeOf<string>()
    expectTypeOf(useTime).returns.toEqualTypeOf<number>()
  })

  it('may return undefined if the arguments may be null', () => {
    expectTypeOf(useNothing).returns.toEqualTypeOf<User | undefined>()
    expectTypeOf(useUserOrNot).returns.toEqualTypeOf<User | undefined>()
    expectTypeOf(useMaybe).returns.toEqualTypeOf<User | undefined>()
  })

  it('may return undefined if the arguments may be undefined, required or not', () => {
    const found = new RestEndpoint({
      path: '/found',
      schema: [User],
      searchParams: {} as { q: string },
    })
    const filtered = new RestEndpoint({
      path: '/found',
      schema: [User],
      searchParams: optional,
    })
    const useId = () => useSuspense(getUser, id === undefined ? undefined : { id })
    const useFound = () => useSuspense(found, team)
    const useFiltered = () => useSuspense(filtered, team)
    const useAll = () => useSuspense(filtered)
    const useSome = () => useSuspense(filtered, { q: 'x' })
    const useIf = (isOn: boolean) => useSuspense(getList, isOn ? {} : null)
    expectTypeOf(useId).returns.toEqualTypeOf<User | undefined>()
    expectTypeOf(useFound).returns.toEqualTypeOf<readonly User[] | undefined>()
    expectTypeOf(useFiltered).returns.toEqualTypeOf<readonly User[] | undefined>()
    expectTypeOf(useAll).returns.toEqualTypeOf<readonly User[]>()
    expectTypeOf(useSome).returns.toEqualTypeOf<readonly User[]>()
    expectTypeOf(useIf).returns.toEqualTypeOf<readonly User[] | undefined>()
    // @ts-expect-error where no argument is needed, undefined would switch it off for ever
    const useNever = (isOn: boolean) => useSuspense(getList, isOn ? undefined : null)
    // @ts-expect-error a field of the argument is no argument
    const useIncomplete = () => useSuspense(getUser, { id })
    // @ts-expect-error the id is missing
    const useWrong = () => useSuspense(getUser, id === undefined ? undefined : {})
    // @ts-expect-error nothing is known of a nick
    const useNick = () => useSuspense(getUser, id === undefined ? undefined : { id, nick: id })
    expectTypeOf([useNever, useIncomplete, useWrong, useNick]).toBeArray()
  })

  it('is kept by a function of any endpoint', () => {
    const useOwn = <E extends ReadEndpoint, Args extends readonly unknown[]>(
      endpoint: E,
      ...args: HookArgs<E, Args>
    ): Shown<E> | WhenOff<Args> => useSuspense<E, Args>(endpoint, ...args)
    const useMine = () => useOwn(getUser, { id: 1 })
    const useMineOrNot = () => useOwn(getUser, maybe)
    expectTypeOf(useMine).returns.toEqualTypeOf<User>()
    expectTypeOf(useMineOrNot).returns.toEqualTypeOf<User | undefined>()
    const useAny = <E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>) =>
      useSuspense(endpoint, ...args)
    const useAnyUser = () => useAny(getUser, { id: 1 })
    expectTypeOf(useAnyUser).returns.toEqualTypeOf<User | undefined>()
  })

  it('accepts a read with another method', () => {
    expectTypeOf(useSearch).returns.toEqualTypeOf<readonly User[]>()
  })

  it('gives lists and objects that all readers share, and that nothing changes', () => {
    const useChanged = () => {
      // @ts-expect-error a list of one's own is made by `toSorted` and the like
      useSuspense(getList).pop()
      // @ts-expect-error a member is added by `getList.push`
      useDLE(getList).data?.push(User.fromJS())
      // @ts-expect-error a list within an object is no other
      useCache(getPage)?.users?.pop()
      // @ts-expect-error a list is found as it is fetched
      useQuery(users)?.pop()
      // @ts-expect-error what is computed is shared, too
      useQuery(new Query(users, (list) => list.toReversed()))?.pop()
      // @ts-expect-error and the data of a computation
      return new Query(users, (list) => list.pop())
    }
    const useTags = () => {
      const getTags = new RestEndpoint({ path: '/tags', process: (tags: string[]) => tags })
      void getTags().then((own) => own.pop())
      // @ts-expect-error so is a list without a schema
      return useSuspense(getTags).pop()
    }
    const change = (page: Shown<typeof getPage>) => {
      // @ts-expect-error nor is what an object has
      page.next = 'x'
    }
    expectTypeOf([useChanged, useTags, change]).toBeArray()
  })

  it('gives instances that are assignable to their class, whatever it has', () => {
    class Secret extends Entity {
      id = ''
      protected readonly mark = 1
      private readonly seed = 2
      sum() {
        return this.mark + this.seed
      }
    }
    const take = (secret: Secret, all: readonly Secret[]) => secret.sum() + all.length
    const getOne = new RestEndpoint({ path: '/x/:id', schema: Secret })
    const getAll = new RestEndpoint({ path: '/x', schema: [Secret] })
    const useSum = () => take(useSuspense(getOne, { id: 1 }), useSuspense(getAll))
    expectTypeOf(useSum).returns.toBeNumber()
  })

  it('requires the arguments of the endpoint', () => {
    // @ts-expect-error the id is missing
    const useIncomplete = () => useSuspense(getUser, {})
    // @ts-expect-error the id is missing
    const useBare = () => useSuspense(getUser)
    // @ts-expect-error the page is missing
    const usePageless = () => useSuspense(PostResource.getList, { group: 'g' })
    // @ts-expect-error there are no arguments
    const useTooMuch = () => useSuspense(getText, { id: 1 })
    expectTypeOf([useIncomplete, useBare, usePageless, useTooMuch]).toBeArray()
  })

  it('does not compile with a mutation', () => {
    // @ts-expect-error a DELETE is no read
    const useDelete = () => useSuspense(deleteUser, { id: 1 })
    // @ts-expect-error a POST is no read
    const useCreate = () => useSuspense(UserResource.create, { name: 'Ada' })
    // @ts-expect-error a PUT is no read
    const useUpdate = () => useSuspense(UserResource.update, { id: 1 }, { name: 'Ada' })
    // @ts-expect-error a DELETE is no read
    const useDeleteDLE = () => useDLE(deleteUser, { id: 1 })
    expectTypeOf([useDelete, useCreate, useUpdate, useDeleteDLE]).toBeArray()
  })
})

const useUserDLE = () => useDLE(getUser, { id: 1 })
const useMaybeDLE = () => useDLE(getUser, maybe)

describe('the type of useDLE', () => {
  it('has data if it neither loads nor fails', () => {
    const result = {} as ReturnType<typeof useUserDLE>
    if (result.loading) {
      expectTypeOf(result.data).toEqualTypeOf<undefined>()
      expectTypeOf(result.error).toEqualTypeOf<undefined>()
    } else if (result.error) {
      expectTypeOf(result.error).toEqualTypeOf<EndpointError>()
      expectTypeOf(result.data).toEqualTypeOf<User | undefined>()
    } else {
      expectTypeOf(result.data).toEqualTypeOf<User>()
    }
    expectTypeOf(result.data).toEqualTypeOf<User | undefined>()
  })

  it('may have no data if the arguments may be null', () => {
    const result = {} as ReturnType<typeof useMaybeDLE>
    if (!result.loading && !result.error) {
      expectTypeOf(result.data).toEqualTypeOf<User | undefined>()
    }
    expectTypeOf(result.loading).toEqualTypeOf<boolean>()
  })
})

describe('the other hooks that read an endpoint', () => {
  it('take null and undefined in place of the first argument', () => {
    const Page = () => {
      expectTypeOf(useFetch(getUser, { id: 1 })).resolves.toEqualTypeOf<User>()
      expectTypeOf(useFetch(getUser, maybe)?.then((user) => user.name)).toEqualTypeOf<
        Promise<string> | undefined
      >()
      expectTypeOf(useLive(getUser, { id: 1 })).toEqualTypeOf<User>()
      expectTypeOf(useLive(getTime, id)).toEqualTypeOf<number | undefined>()
      expectTypeOf(useCache(getTime, id)).toEqualTypeOf<number | undefined>()
      const { data, loading, error } = useDLE(getUser, id === undefined ? undefined : { id })
      if (!loading && !error) expectTypeOf(data).toEqualTypeOf<User | undefined>()
      useSubscription(getUser, maybe)
      useSubscription(getTime, undefined)
      // @ts-expect-error the id is missing
      useSubscription(getUser)
    }
    expectTypeOf(Page).toBeFunction()
  })
})

const useCachedUser = () => useCache(getUser, { id: 1 })
const useCachedPage = () => useCache(getPage)
const useCachedMaybe = () => useCache(getUser, maybe)
const useCachedName = () => useCache(getName, { id: 1 })

describe('the type of useCache', () => {
  it('returns data or undefined', () => {
    expectTypeOf(useCachedUser).returns.toEqualTypeOf<User | undefined>()
    expectTypeOf(useCachedMaybe).returns.toEqualTypeOf<User | undefined>()
    expectTypeOf(useCachedName).returns.toEqualTypeOf<string | undefined>()
    const page = {} as ReturnType<typeof useCachedPage>
    expectTypeOf(page?.first).toEqualTypeOf<User | undefined>()
  })

  it('requires the arguments of the endpoint', () => {
    // @ts-expect-error the id is missing
    const useIncomplete = () => useCache(getUser, {})
    expectTypeOf(useIncomplete).toBeFunction()
  })
})

const useQueried = () => useQuery(User, { id: 1 })
const useQueriedByPk = () => useQuery(User, '1')
const useQueriedList = () => useQuery(users, { team: 'a' })

describe('the type of useQuery', () => {
  it('returns data or undefined', () => {
    expectTypeOf(useQueried).returns.toEqualTypeOf<User | undefined>()
    expectTypeOf(useQueriedByPk).returns.toEqualTypeOf<User | undefined>()
    expectTypeOf(useQueriedList).returns.toEqualTypeOf<readonly User[] | undefined>()
  })

  it('does not compile where no argument finds anything', () => {
    // @ts-expect-error a plain list is found by no argument
    const useList = () => useQuery([User], {})
    // @ts-expect-error nor is what computes from one
    const useCount = () => useQuery(new Query([User], (list) => list.length))
    // @ts-expect-error nor what a response deletes
    const useGone = () => useQuery(new Invalidate(User), '1')
    const useAll = () => useQuery(new All(User))
    const useBoth = () => useQuery({ user: User, users }, { id: '1' })
    const useAny = (schema: Schema) => useQuery(schema, {})
    const useKind = (kind: SchemaKind) => useQuery(kind, {})
    expectTypeOf([useList, useCount, useGone, useAll, useBoth, useAny, useKind]).toBeArray()
  })

  it('accepts only fields of the entity that identify it', () => {
    // @ts-expect-error nothing is known of a nick
    const useUnknown = () => useQuery(User, { nick: 'x' })
    // @ts-expect-error an author is no text
    const useOdd = () => useQuery(Post, { author: 'x' })
    expectTypeOf([useUnknown, useOdd]).toBeArray()
  })
})

const useFetched = () => useController().fetch(getUser, { id: 1 })

describe('the type of useController', () => {
  it('returns a controller', () => {
    expectTypeOf(useFetched).returns.resolves.toEqualTypeOf<User>()
  })
})
