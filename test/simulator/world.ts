import {
  Collection,
  Entity,
  Invalidate,
  pages,
  type ReadEndpoint,
  resource,
  RestEndpoint,
  type RestGenerics,
  type RunContext,
  type Schema,
  serial,
  updates,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { type LiveWrites, webSocket } from 'rtk-rest/streams'

// The world of the simulator: users, posts that have an author, lists of posts by status, a list with pages that is polled, and
// one that is no collection.

export class User extends Entity {
  id = ''
  name = ''
  nick = ''
  visits = 0
  version = 0
  static override key = 'User'
}

export class Post extends Entity {
  id = ''
  title = ''
  body = ''
  status = ''
  version = 0
  author = User.fromJS({})
  static override key = 'Post'
  static override schema = { author: User }
}

/** The header by which the server identifies a request. */
export const REQUEST_ID = 'x-request-id'

class ApiEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override getHeaders(headers: Record<string, string>, { requestId }: RunContext) {
    return { ...headers, [REQUEST_ID]: requestId ?? '' }
  }
}

/** A read that readers make. */
export interface Call {
  /** Its request to the server. */
  readonly path: string
  readonly endpoint: ReadEndpoint
  readonly args: readonly unknown[]
  /** For a whole list of posts or users, what its members have in common. */
  readonly list?: ListName
}

/** A list that pushes and moves are about. */
export interface ListName {
  readonly table: 'users' | 'posts'
  readonly status?: string
  /** It is no collection, so that messages do not change it. */
  readonly isPlain?: true
}

export type Api = ReturnType<typeof createApi>

/**
 * The endpoints of the world.
 * @param timeout how long a request may take, in ms of the machine
 */
export function createApi(urlPrefix: string, timeout: number) {
  const options = { urlPrefix, timeout, Endpoint: ApiEndpoint }
  const users = resource({ ...options, path: '/users/:id', schema: User })
  const posts = resource({
    ...options,
    path: '/posts/:id',
    schema: Post,
    // A list without members shows nothing of its argument.
    filters: { status: (post: Post, status) => ['', post.status].includes(status) },
  })
  const liveList = posts.getList.extend({
    name: 'Post.getLiveList',
    live: webSocket('ws://api.test/posts', {
      subscribe: () => 'posts',
      message: writeMessage(posts.getList.schema),
    }),
  })
  const latest = new ApiEndpoint({
    urlPrefix,
    timeout,
    name: 'latest',
    path: '/latest',
    schema: [Post],
  })
  const feed = new ApiEndpoint({
    urlPrefix,
    timeout,
    name: 'feed',
    path: '/feed/:topic',
    schema: { next: '', posts: new Collection([Post]) },
    // Its users ask for any cursor.
    paginationField: [pages, 'cursor', ({ next }: { readonly next: string }) => next],
  })
  const polledFeed = feed.extend({ name: 'polledFeed', pollFrequency: 2_000 })
  const strict = users.get.extend({
    name: 'User.getStrict',
    path: '/strict/:id',
    invalidIfStale: true,
    dataExpiryLength: 300,
  })
  const live = users.get.extend({ name: 'User.getLive', pollFrequency: 1_500 })
  const count = new ApiEndpoint({ urlPrefix, timeout, name: 'count', path: '/count' })
  const mutations = (isOptimistic: boolean, isScoped: boolean) =>
    createMutations({ ...options, ...(isOptimistic && { optimistic }) }, isScoped, latest.key())
  return {
    users,
    posts,
    liveList,
    latest,
    feed,
    polledFeed,
    strict,
    live,
    count,
    mutations: { plain: mutations(false, false), optimistic: mutations(true, false) },
    scoped: { plain: mutations(false, true), optimistic: mutations(true, true) },
  }
}

function writeMessage({ push, move }: Collection<[typeof Post]>) {
  return ({ kind, post }: PostMessage, live: LiveWrites): void => {
    const { id } = post as { readonly id: string }
    if (kind === 'create') live.set(push, post)
    if (kind === 'move') live.set(move, { id }, post)
    if (kind === 'patch') live.patch(Post, post)
    if (kind === 'delete') live.set(new Invalidate(Post), { id }, { id })
  }
}

/** What the server says in a socket: of a post that is new or moved, the whole; of one that is changed, what has changed. */
export interface PostMessage {
  readonly kind: 'create' | 'patch' | 'move' | 'delete'
  readonly post: Readonly<Record<string, unknown>>
}

export type Mutations = ReturnType<typeof createMutations>

interface MutationOptions {
  readonly urlPrefix: string
  readonly timeout: number
  readonly Endpoint: typeof ApiEndpoint
  readonly optimistic?: typeof optimistic
}

function createMutations(options: MutationOptions, isScoped: boolean, latest: string) {
  // Each user has a queue of their own, and all posts have one.
  const ofUser = ({ id = 'new' }: { readonly id?: string | number }) => `user ${id}`
  const userScope = isScoped ? ([serial, ofUser] as const) : undefined
  const postScope = isScoped ? ([serial, 'posts'] as const) : undefined
  const posts = resource({
    ...options,
    scope: postScope,
    path: '/posts/:id',
    schema: Post,
  })
  // The list is no collection, so that the creations say how it changes.
  const update = (pk: string) => ({ [latest]: (pks: readonly string[]) => [pk, ...pks] })
  const { optimistic: _, Endpoint, ...rest } = options
  const visit = new Endpoint({
    ...rest,
    scope: userScope,
    name: 'User.visit',
    path: '/users/:id/visits',
    method: 'POST',
    body: undefined,
    schema: User,
    getOptimisticResponse: [
      optimistic,
      (snap, { id }) => {
        const user = snap.get(User, { id })
        if (user === undefined) throw snap.abort
        return { ...user, visits: user.visits + 1 }
      },
    ],
  })
  return {
    users: resource({ ...options, scope: userScope, path: '/users/:id', schema: User }),
    posts,
    createPost: posts.getList.push.extend({ update: [updates, update] }),
    visit,
  }
}

/** The schema of a call, which is found by the arguments; where there is none, that of a user. */
export function queryArgs(
  endpoint: ReadEndpoint,
  args: readonly unknown[],
): readonly [Schema, ...unknown[]] {
  const schema = endpoint.schema as Schema | undefined
  return schema === undefined ? [User, { id: '1' }] : [schema, ...args]
}

/** Every read of the world. */
export function callsOf(api: Api): readonly Call[] {
  const { users, posts, liveList, latest, feed, polledFeed, strict, live, count } = api
  const one = (path: string, endpoint: ReadEndpoint, ids: readonly string[]): Call[] =>
    ids.map((id) => ({ path: `/${path}/${id}`, endpoint, args: [{ id }] }))
  const lists = [posts.getList, liveList].flatMap((endpoint) => [
    { path: '/posts', endpoint, args: [], list: { table: 'posts' } as const },
    ...['draft', 'live'].map((status) => ({
      path: `/posts?status=${status}`,
      endpoint,
      args: [{ status }],
      list: { table: 'posts', status } as const,
    })),
  ])
  return [
    ...one('users', users.get, ['1', '2', '3', '4']),
    ...one('posts', posts.get, ['1', '2', '3', '4', '5']),
    { path: '/users', endpoint: users.getList, args: [], list: { table: 'users' } },
    ...lists,
    { path: '/latest', endpoint: latest, args: [], list: { table: 'posts', isPlain: true } },
    ...[feed, polledFeed].map((endpoint) => ({
      path: '/feed/main',
      endpoint,
      args: [{ topic: 'main' }],
    })),
    ...one('strict', strict, ['1', '3']),
    ...one('users', live, ['2', '3']),
    { path: '/count', endpoint: count, args: [] },
  ]
}
