import { QueryClient } from '@tanstack/query-core'
import type { Item } from '../data'
import type { Library, World } from '../Library'

const LIST = ['issues']

/** TanStack Query: the list is kept as it came, and patched by hand with structural sharing. */
export const tanstack: Library = {
  name: 'TanStack Query',
  package: '@tanstack/query-core',
  start: startWorld,
}

function startWorld(): World {
  const client = new QueryClient({
    defaultOptions: { queries: { gcTime: Infinity, staleTime: Infinity } },
  })
  const read = () => client.getQueryData<Item[]>(LIST) ?? []
  const patch = (change: (item: Item) => Item) =>
    client.setQueryData<Item[]>(LIST, (list) => list?.map(change))
  return {
    write: (payload) => client.setQueryData(LIST, payload),
    read,
    readOne: (id) => {
      client.setQueryData<Item>(
        ['issue', id],
        read().find((item) => item.id === id),
      )
      return () => client.getQueryData<Item>(['issue', id])
    },
    update: (id, title) => {
      client.setQueryData<Item>(['issue', id], (item) => item && { ...item, title })
      patch((item) => (item.id === id ? { ...item, title } : item))
    },
    updateUser: (id, login) =>
      patch((item) => (item.user?.id === id ? { ...item, user: { ...item.user, login } } : item)),
    addOutside: (item) => client.setQueryData(['issue', item.id], item),
    push: (item) => client.setQueryData<Item[]>(LIST, (list = []) => [...list, item]),
    optimistic: (id, title, look) => {
      const before = client.getQueryData<Item[]>(LIST)
      patch((item) => (item.id === id ? { ...item, title } : item))
      look()
      client.setQueryData(LIST, before)
      look()
    },
    hang: () => {
      void client.fetchQuery({
        queryKey: LIST,
        queryFn: () => new Promise<never>(() => {}),
        staleTime: 0,
      })
    },
  }
}
