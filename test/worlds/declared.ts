import * as library from 'rtk-rest'
import { type Fields, type Json, textOf } from './Database'
import type { Features } from './Features'

// What an app says of its lists, where the library cannot see how the server makes them.

/** Whether the library has words for all of it; before, an app says what it can. */
export const canDeclare = 'counted' in library

/** The value that stands for a number that follows from the members of a list. */
const { counted = 0 } = library as { readonly counted?: object }

type Test = (task: Fields, value: string) => boolean

/** The rules of the server, as its documentation has them and an app writes them down once more. */
const RULES: Readonly<Record<string, Test>> = {
  status: ({ status }, value) =>
    value === 'all' || `eq.${textOf(status)}` === value || status === value,
  project: ({ project }, value) => project === value,
  size: ({ size }, value) => textOf(size) === value,
  assignee: ({ assignee }, value) => loginOf(assignee) === value,
  labels: ({ labels = [] }, value) =>
    value.split(',').every((it) => (labels as readonly string[]).includes(it)),
  q: ({ title }, value) => textOf(title).toLowerCase().includes(value.toLowerCase()),
  minSize: ({ size }, value) => Number(size) >= Number(value),
  createdAt: ({ createdAt }, value) => textOf(createdAt).startsWith(value),
  archived: ({ archived }, value) => archived === (value === '1'),
}

/** The login of a nested user, which may also be its key. */
function loginOf(user: Json | undefined): Json | undefined {
  return typeof user === 'object' && user !== null ? (user as Fields)['login'] : user
}

/** Whether a task belongs to the list of some arguments. */
function fits(task: Fields, args: Fields, isOpenOnly: boolean): boolean {
  const isShown = !isOpenOnly || args['status'] !== undefined || task['status'] !== 'done'
  const isNamed = (name: string, value: Json): boolean => RULES[name]?.(task, textOf(value)) ?? true
  return isShown && Object.entries(args).every(([name, value]) => isNamed(name, value))
}

/** The options of the Collection of the list of tasks. */
export function filtersOf({ isOpenOnly, narrowings }: Features): object {
  const belongs = (task: object, args: object): boolean =>
    fits(task as Fields, args as Fields, isOpenOnly)
  if (!canDeclare) {
    const createCollectionFilter = (params: object, body?: object) => (args: object) =>
      belongs({ ...params, ...body }, args)
    return { createCollectionFilter }
  }
  const isWindowed = narrowings.includes('sort') || narrowings.includes('limit')
  if (!isWindowed) return { filters: belongs }
  const byName = Object.keys(RULES).map((name) => {
    // It is called where the argument is absent, too, with an empty text.
    const test = (task: object, value: string): boolean => {
      const named = value === '' ? {} : { [name]: value }
      return belongs(task, name === 'status' ? named : { status: 'all', ...named })
    }
    return [name, test] as const
  })
  return { filters: { ...Object.fromEntries(byName), sort: 'order', limit: 'window' } }
}

/** The rule of the argument of a list of people, which its address narrows besides. */
export const PEOPLE_FILTERS = {
  filters: { q: (user: object, q: string) => textOf((user as Fields)['login']).includes(q) },
}

/** The schema of a list within what stands beside it. */
export function enveloped({ envelope, isDeclared }: Features, items: object): object {
  switch (envelope) {
    case 'none':
      return items
    case 'ok':
      return { ok: true, items }
    case 'total':
      return { items, total: isDeclared ? counted : 0 }
    case 'facets':
      return { items, meta: { facets: { open: 0, all: 0 } } }
  }
}
