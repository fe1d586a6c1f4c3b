import { Collection } from 'rtk-rest'
import type { CollectionOptions } from 'rtk-rest/types'
import { ada, after, bob, plainRows, User } from './rules'

const users = new Collection([User])
export const carl = { id: '3', name: 'Carl' }

/** The lists, by name, after changes of them. */
export function listsAfter(
  lists: Record<string, object[]>,
  change: (collection: typeof users) => unknown,
  response: unknown,
  args: readonly unknown[],
  options?: CollectionOptions,
) {
  const collection = new Collection([User], {
    argsKey: (args: object) => args,
    ...options,
  } as never)
  let rows = {}
  for (const [name, list] of Object.entries(lists))
    rows = after(rows, collection, list, [JSON.parse(name)])
  return plainRows(after(rows, change(collection as never) as never, response, args, 5))['[User]']
}

export const ofTeams = { '{"team":"a"}': [ada], '{"team":"b"}': [bob], '{}': [] as object[] }
export const pushed = (args: readonly unknown[], options?: CollectionOptions) =>
  Object.entries(listsAfter(ofTeams, (it) => it.push, carl, args, options) ?? {})
    .filter(([, list]) => (list as string[]).includes('3'))
    .map(([name]) => name)
