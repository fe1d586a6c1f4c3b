import { Collection, normalize, Query, resource } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { createStore, User, UserResource } from '../support/world'

// Mistakes that a development build alone refuses, and no other suite makes.

const { controller } = createStore()
/** As JavaScript calls it. */
const untyped = controller as unknown as Record<string, (...args: readonly unknown[]) => unknown>

describe('a development build refuses', () => {
  it.each<[name: string, make: () => unknown, says: RegExp]>([
    [
      'a resource whose path has no parameter',
      () => resource({ path: '/users', schema: User }),
      /needs a path with a parameter .* such as '\/users\/:id'; found '\/users'/,
    ],
    [
      'a mutation where a read is kept up to date',
      () => untyped['retain']?.(UserResource.create),
      /User\.create changes data, so no hook, retain or subscribe sends it; call controller\.fetch/,
    ],
    [
      'an endpoint without a `testKey`',
      () => untyped['invalidateAll']?.({}),
      /expected endpoints, keys or objects \{ testKey\(key\) \{ … \} \}/,
    ],
    [
      'a collection key that is no object',
      () => normalize(new Collection([User], { argsKey: () => 'team' as never }) as never, []),
      /`argsKey` of a Collection gives an object, such as \{ team: '1' \}; found the string "team"/,
    ],
    [
      'arguments of a query that JSON cannot tell apart',
      () => {
        const newest = new Query(UserResource.getList.schema, (users: readonly User[]) => users)
        controller.setResponse(UserResource.getList, [{ id: '1', name: 'Ada' }])
        return untyped['get']?.(newest, { isNewer() {} })
      },
      /The arguments of a read are plain data.* found a function for "isNewer"/,
    ],
  ])('%s', (_, make, says) => {
    expect(make).toThrow(says)
  })
})

it('a development build says that a manager is from another copy of the package', async () => {
  vi.resetModules()
  const { optimistic } = await import('rtk-rest/optimistic')
  createStore({ managers: [optimistic] })
  const { mock } = vi.mocked(console.error)
  await vi.waitFor(() => expect(mock.calls).toHaveLength(1))
  expect(String(mock.calls.pop())).toContain('from another copy of rtk-rest')
})
