import type { AnyEndpoint, App } from './App'
import type { Json } from './Database'
import type { Features, Narrowing, Paging } from './Features'
import type { Tracked } from './History'

/** A read that readers make. */
export interface Call extends Tracked {
  readonly endpoint: AnyEndpoint
  readonly args: readonly unknown[]
  readonly paging?: Paging
  /** Whether what mutations of this kind of entity do to it can be told: nothing is to be asked then. */
  readonly isDecidable: boolean
  readonly isList: boolean
}

/** The arguments with which each way of narrowing is tried. */
const ARGS: Readonly<Record<Narrowing, readonly Readonly<Record<string, string>>[]>> = {
  status: [{ status: 'open' }, { status: 'doing' }, { status: 'done' }],
  project: [{ project: '1' }, { project: '2' }],
  size: [{ size: '42' }, { size: '2' }],
  assignee: [{ assignee: 'ada' }, { assignee: 'grace' }],
  label: [{ labels: 'bug' }, { labels: 'docs' }],
  labels: [{ labels: 'bug,ui' }],
  operator: [{ status: 'eq.open' }],
  any: [{ status: 'all' }],
  text: [{ q: 'be' }, { q: 'a' }],
  range: [{ minSize: '3' }],
  day: [{ createdAt: '2026-11' }],
  flag: [{ archived: '1' }],
  limit: [{ limit: '4' }],
  sort: [{ sort: 'title' }],
}

const EQUAL: ReadonlySet<Narrowing> = new Set(['status', 'project', 'size'])

/** The lists that readers of a world may show. */
export function listsOf(features: Features, { reads, key }: App): readonly Call[] {
  const { addresses, envelope, isOpenOnly } = features
  const isPlain = envelope === 'none' || envelope === 'ok'
  const has = (address: Features['addresses'][number]): boolean => addresses.includes(address)
  const tasks = features.narrowings.flatMap((narrowing) =>
    ARGS[narrowing].map((args) =>
      listCall('/tasks', reads.getTasks, args, isPlain && EQUAL.has(narrowing) && !isOpenOnly),
    ),
  )
  return [
    listCall('/tasks', reads.getTasks, {}, isPlain && !isOpenOnly),
    ...tasks,
    ...features.pagings.map((paging) => ({
      ...listCall(`/stream/${paging}`, reads.streams[paging], {}, false),
      paging,
    })),
    ...(has('feed') ? [listCall('/tasks/feed', reads.getFeed, {}, false)] : []),
    ...(has('nested')
      ? ['1', '2'].map((project) =>
          nested(`/projects/${project}/tasks`, reads.getProjectTasks, { project }),
        )
      : []),
    ...(has('replies') && !features.hasSlugs
      ? ['1', '2'].map((id) => nested(`/tasks/${id}/replies`, reads.getReplies, { [key]: id }))
      : []),
    ...(has('search')
      ? [searchCall(reads.search, { status: 'open' }), searchCall(reads.search, { q: 'a' })]
      : []),
    ...(has('people') ? peopleOf(reads) : []),
    ...(has('stats')
      ? [
          byTheWay('/stats', reads.getStats, {}),
          byTheWay('/projects/1', reads.getProject, { id: '1' }),
        ]
      : []),
  ]
}

/** The details of one task. */
export function detailOf({ reads, key }: App, id: string): Call {
  return {
    ...callOf(`/tasks/${id}`, reads.getTask, { [key]: id }),
    isDecidable: true,
    isList: false,
    isByTheWay: false,
  }
}

function listCall(
  path: string,
  endpoint: AnyEndpoint,
  args: Readonly<Record<string, string>>,
  isDecidable: boolean,
): Call {
  const query = new URLSearchParams(args).toString()
  const given = query === '' ? [] : [args]
  const call = callOf(query === '' ? path : `${path}?${query}`, endpoint, ...given)
  return { ...call, isDecidable, isList: true, isByTheWay: false }
}

function nested(path: string, endpoint: AnyEndpoint, args: object): Call {
  return { ...callOf(path, endpoint, args), isDecidable: false, isList: true, isByTheWay: false }
}

function searchCall(endpoint: AnyEndpoint, body: { readonly [name: string]: Json }): Call {
  return {
    name: nameOf({ method: 'POST', path: '/tasks/search', body }),
    request: { method: 'POST', path: '/tasks/search', body },
    endpoint,
    args: [body],
    isDecidable: false,
    isList: true,
    isByTheWay: false,
  }
}

function peopleOf(reads: App['reads']): readonly Call[] {
  return [
    nested('/users', reads.getUsers, {}),
    nested('/blocked', reads.getBlocked, {}),
    listCall('/blocked', reads.getBlocked, { q: 'a' }, false),
    nested('/users/me/following', reads.getFollowing, {}),
    // Who follows somebody follows from the row of that user, and is about another one.
    { ...nested('/users/u1/followers', reads.getFollowers, { id: 'u1' }), isByTheWay: true },
    {
      ...callOf('/users/u1', reads.getUser, { id: 'u1' }),
      isDecidable: true,
      isList: false,
      isByTheWay: false,
    },
  ]
}

function byTheWay(path: string, endpoint: AnyEndpoint, args: object): Call {
  return { ...callOf(path, endpoint, args), isDecidable: false, isList: false, isByTheWay: true }
}

function callOf(path: string, endpoint: AnyEndpoint, ...args: readonly object[]) {
  const request = { method: 'GET', path }
  const isEmpty = args.length === 1 && Object.keys(args[0] ?? {}).length === 0
  return { name: nameOf(request), request, endpoint, args: isEmpty ? [] : args }
}

/** What a request asks for: pages of one list ask for the same. */
export function nameOf({ method, path, body }: Tracked['request']): string {
  const [address = '', query] = path.split('?')
  const plain = address.replace(/(.)\/$/, '$1')
  const isWhole = query === undefined || plain.startsWith('/stream/')
  const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`
  return `${method} ${plain}${isWhole ? '' : `?${decodeURIComponent(query)}`}${sent}`
}
