import {
  app,
  archive,
  create,
  cursor,
  deleteMany,
  ExtendedResource,
  get,
  getFeed,
  getFile,
  getList,
  getPage,
  getTime,
  move,
  partialUpdate,
  pushToFeed,
  remove,
  search,
  TokenResource,
  useFeed,
  useStrictError,
  type User,
  UserHooks,
  useUser,
  vote,
} from '@example/endpoints'
import { useSuspense } from 'rtk-rest/react'

// A second package, with the declarations of the first one. Each wrong line would compile if a type were `any`.

export const sent = [
  get({ id: 1 }),
  getList({ sort: 'name', team: 'a' }),
  getPage({ sort: 'age', cursor: 5 }),
  cursor({ sort: 'age', page: 2 }),
  create({ sort: 'age' }, { name: 'Ada' }),
  remove({ sort: 'age' }, { id: '1' }),
  move({ id: '1' }, { name: 'Eve' }),
  partialUpdate({ id: '1' }, { age: 7 }),
  archive({ id: '1' }),
  deleteMany({ team: 'a', sort: 'age' }, ['1']),
  ExtendedResource.get({ id: '1', deep: true }),
  pushToFeed({ name: 'Ada' }),
  search({ kind: 'x' }, { text: 'y' }),
  getFile({ path: ['a', 'b'] }),
  getTime('UTC'),
  vote('UTC'),
  TokenResource.getList.push({ name: 'Ada' }),
]

// @ts-expect-error the path of a user has an id
export const withoutId = () => get({ name: 'Ada' })
// @ts-expect-error the list is sorted by a name or an age
export const withoutSort = () => getList({ sort: 'id' })
// @ts-expect-error a user has no such field
export const withWrongBody = () => create({ sort: 'age' }, { nmae: 'Ada' })
// @ts-expect-error a page needs its cursor
export const withoutCursor = () => getPage({ sort: 'age' })
// @ts-expect-error a mutation is not read
export const useMutation = () => useSuspense(partialUpdate, { id: '1' }, {})
// @ts-expect-error the data of an error is typed by the errorSchema
export const useWrongReason = () => useStrictError()?.data?.reason
// @ts-expect-error the state is not known to have such a part
export const noSuchPart = app.state.unknown

export function useNames(): readonly string[] {
  const user: User | undefined = useUser('1')
  const { next, users } = useFeed()
  const page: string = next
  const names = useSuspense(getFeed).users.map(({ name }): string => name)
  return [user?.name ?? page, ...users.map((it: User) => it.name), ...names]
}

export function useArchived(): Promise<User> {
  return app.controller.fetch(UserHooks.useArchive(), { id: '1' })
}

export function useReason(): string | undefined {
  return useStrictError()?.data?.why
}

export const loaded: Promise<User> = app.controller.fetch(get, { id: '1' })
export const isLoaded: boolean = app.store.getState().rest.requests !== undefined
