import {
  type ArgsOf,
  backoff,
  type BackoffOptions,
  callsWith,
  Collection,
  Endpoint,
  type EndpointContract,
  type EndpointOptions,
  Entity,
  envelope,
  type ErrorOf,
  pages,
  type Paging,
  type PathArgs,
  type Progress,
  type ResponseOf,
  RestEndpoint,
  type RestGenerics,
  type RestOptions,
  type Retry,
  type RequestKey,
  type RunContext,
  type SnapshotReader,
  type StandardSchema,
  ValidationError,
  serial,
  updates,
} from 'rtk-rest'
import type {
  AbstractInstanceType,
  EndpointInterface,
  GetEndpoint,
  MutateEndpoint,
  PathArgsAndSearch,
  ResolveType,
  RestInstance,
} from 'rtk-rest/data-client'
import type {
  CallOptions,
  CallTarget,
  CallTargets,
  Content,
  ResponseRule,
  EndpointConstructorOptions,
  EndpointError,
  EndpointInstance,
  ErrorCode,
  ErrorPolicy,
  ExtendOptionName,
  Extended,
  ExtendOptions,
  KeyTest,
  MaybeArgs,
  OptionsOf,
  PathKeys,
  ResponseMeta,
  RestArgs,
  RestOptionName,
  RestResponse,
  ResultUpdates,
  SchemaOf,
  ShortenPath,
  UrlParams,
  ValidationIssue,
  WithoutBody,
} from 'rtk-rest/types'
import { optimistic, type Optimistic, type OptimisticResponse } from 'rtk-rest/optimistic'
import { controller, Group, rest, show, User, UserResource } from './app'

const readClock: (zone: string) => Promise<string> = (zone) => Promise.resolve(zone)

export function retried() {
  const getRate = new RestEndpoint({ path: '/rates/:day', retry: backoff({ retries: 3 }) })
  return getRate({ day: '1' })
}

export async function direct() {
  const getTime = new Endpoint(async (zone: string) => readClock(zone), { name: 'getTime' })
  await getTime('UTC')

  const getUser = new RestEndpoint({ path: '/users/:id', schema: User })
  await getUser({ id: '5' })
}

export async function wrapped() {
  const UserEndpoint = envelope(RestEndpoint, 'user', 'users')
  const getUser = new UserEndpoint({ path: '/users/:id', schema: User })
  await getUser({ id: '5' })
  controller.expireAll(callsWith(UserResource.getList, { group: 'five' }))
}

const createUser = UserResource.create

export const nameError = (error: unknown) => {
  const { data } = error as ErrorOf<typeof createUser>
  return data
}

// #region ValidationError
export const problemsOf = (error: unknown): readonly ValidationIssue[] =>
  error instanceof ValidationError ? error.issues : []

export const lineOf = ({ path, message }: ValidationIssue) => `${path.join('.')}: ${message}`
// #endregion

// #region AbstractInstanceType
export const nameOf = (user: AbstractInstanceType<typeof User>) => user.name
// #endregion

// #region CallTargets
const usersChanged: CallTarget = UserResource.getList

const targets: CallTargets = (_response: unknown, { id }: { id: string }) => [
  usersChanged,
  UserResource.get.key({ id }),
]

export const promote = new RestEndpoint({
  path: '/users/:id/promote',
  method: 'POST',
  invalidateAll: targets,
})
// #endregion

// #region KeyTest
const olderVersion: KeyTest = { testKey: (key) => key.includes('/v1/') }

export const hideOldVersion = () => rest.invalidateAll(olderVersion)
// #endregion

// #region Content
const content: Content = 'blob'

export const getPhoto = new RestEndpoint({ path: '/users/:id/photo', content })
// #endregion

// #region ResponseRule
export function blobEndpoint<const O extends RestGenerics>(options: O & ResponseRule<O>) {
  return new RestEndpoint({ path: options.path, content: 'blob' })
}
// #endregion

// #region EndpointContract
export const forget = (endpoint: EndpointContract, ...args: readonly unknown[]) =>
  controller.invalidate(endpoint, ...args)
// #endregion

// #region EndpointError
export const isMissing = ({ status }: EndpointError) => status === 404
// #endregion

// #region EndpointOptions
const common: EndpointOptions = { dataExpiryLength: 10_000, errorPolicy: () => 'soft' }

export const getClock = new Endpoint(readClock, { ...common, name: 'getClock' })
// #endregion

// #region EndpointInstance
export const bound = (endpoint: EndpointInstance<typeof readClock, object>) =>
  endpoint.bind(undefined, 'UTC')
// #endregion

// #region EndpointConstructorOptions
type ClockOptions = EndpointConstructorOptions<typeof readClock, { readonly name: string }>

export const makeClock = (options: ClockOptions) => new Endpoint(readClock, options)
// #endregion

// #region EndpointInterface
export const isRead = ({ sideEffect }: EndpointInterface) => sideEffect !== true
// #endregion

// #region ErrorCode
const causes: Readonly<Record<ErrorCode, string>> = {
  NETWORK: 'You are offline.',
  TIMEOUT: 'The server takes too long.',
  INVALID_RESPONSE: 'The server sent something that this page cannot read.',
  INVALID_BODY: 'Not everything is filled in.',
  ABORTED: 'Canceled.',
  DELETED: 'Somebody has deleted this.',
}

export const causeOf = ({ code, message }: EndpointError) => causes[code as ErrorCode] ?? message
// #endregion

// #region ErrorPolicy
/** Data stays while the server is down, and is hidden when it is gone. */
export const policyOf = ({ status }: EndpointError): ErrorPolicy =>
  status === 404 ? 'hard' : 'soft'
// #endregion

// #region ExtendOptions
const quick = { timeout: 2_000, retry: backoff({ retries: 1 }) } satisfies ExtendOptions

export const getQuickly = UserResource.get.extend(quick)
// #endregion

// #region Extended
export type SlowOptions = Extended<{ readonly path: '/slow' }, { readonly path: '/slower' }>

export const slower: SlowOptions['path'] = '/slower'
// #endregion

// #region GetEndpoint
export const load = (endpoint: GetEndpoint<{ readonly path: '/users/:id' }>, id: string) =>
  endpoint({ id })
// #endregion

// #region MutateEndpoint
export const save = (endpoint: MutateEndpoint<{ readonly path: '/users/:id'; body: object }>) =>
  endpoint({ id: '1' }, { name: 'Ada' })
// #endregion

// #region MaybeArgs
/** A list of arguments that may be none: of a user who is not known yet. */
export const argsOf = (id: string | undefined): MaybeArgs<typeof UserResource.get> =>
  id === undefined ? [undefined] : [{ id }]
// #endregion

// #region RequestKey
/** The key of a call, for a list of what a mutation changes. */
export const keyOf = (id: string): RequestKey => UserResource.get.key({ id })
// #endregion

// #region OptionsOf
export const chosen = <O>(options: OptionsOf<O, 'path' | 'method'>) => Object.keys(options)
// #endregion

// #region PathArgs
export const userArgs: PathArgs<'/groups/:group/users/:id'> = { group: 'red', id: 5 }

export const names: PathKeys<'/groups/:group/users/:id'>[] = ['group', 'id']

export const withSearch: PathArgsAndSearch<'/users/:id'> = { id: 5, include: 'groups' }

export const list: ShortenPath<'/groups/:group/users/:id'> = '/groups/:group/users'
// #endregion

// #region Progress
export const percentOf = ({ loaded, total }: Progress) =>
  total === undefined ? undefined : Math.round((100 * loaded) / total)
// #endregion

// #region ResolveType
export type UserResponse = ResolveType<typeof UserResource.get>
// #endregion

// #region ResponseOf
export const sayTime = (time: ResponseOf<typeof getClock>) => show(`It is ${time}.`)
// #endregion

// #region ResponseMeta
/** In ms. */
export const freshFor = ({ expiresAt }: ResponseMeta<unknown>, now: number) => expiresAt - now
// #endregion

// #region RestArgs
type Search = { readonly path: '/users'; readonly searchParams: { readonly query: string } }

export const searchArgs: RestArgs<Search> = [{ query: 'ada' }]

export const searchParams: UrlParams<Search> = { query: 'ada' }
// #endregion

// #region RestResponse
type Count = { readonly path: '/users/count'; process(value: unknown): number }

export const atMost100 = (count: RestResponse<Count>) => Math.min(count, 100)
// #endregion

// #region RestOptions
const defaults: RestOptions = {
  urlPrefix: 'https://api.example.com',
  timeout: 10_000,
  getHeaders: (headers) => ({ ...headers, 'Accept-Language': 'en' }),
}

export const getGroup = new RestEndpoint({ ...defaults, path: '/groups/:id', schema: Group })
// #endregion

// #region CallOptions
const options: CallOptions<{ readonly path: '/groups/:id' }> = {
  expireAll: [UserResource.getList],
  scope: [serial, ({ id }) => `group ${id}`],
}

export const closeGroup = new RestEndpoint({ path: '/groups/:id', method: 'DELETE', ...options })
// #endregion

// #region RestOptionName
const ours: ReadonlySet<RestOptionName> = new Set(['path', 'method', 'body'])

export const isOurs = (name: RestOptionName | ExtendOptionName) => ours.has(name)
// #endregion

// #region RestInstance
export const addressOf = (endpoint: RestInstance) => `${endpoint.method} ${endpoint.path}`
// #endregion

// #region ResultUpdates
const addTo = (id: string): ResultUpdates => ({
  [getLatest.key()]: (ids: readonly string[]) => [id, ...ids],
})

const getLatest = new RestEndpoint({ path: '/users/latest' })

export const createLatest = UserResource.create.extend({ update: [updates, addTo] })
// #endregion

// #region BackoffOptions
const long: BackoffOptions = { retries: 5, minDelay: 500, maxDelay: 10_000 }

export const getSlowly = UserResource.get.extend({ retry: backoff(long) })
// #endregion

// #region Retry
/** Once more after a second, where the server is busy. */
const onceMore: Retry = (error, tries) => (error.status === 503 && tries === 1 ? 1_000 : undefined)

export const getOnceMore = UserResource.get.extend({ retry: onceMore })
// #endregion

// #region RunContext
export const getLocal = new Endpoint(
  async function (this: { readonly context: RunContext }, id: string) {
    return fetch(`/local/${id}`, { signal: this.context.signal ?? null })
  },
  { name: 'getLocal' },
)
// #endregion

// #region SchemaOf
export const schemaOf = <E extends EndpointContract>({ schema }: E) => schema as SchemaOf<E>
// #endregion

// #region Paging
/** Pages of any list, by the parameter that the API has everywhere. */
export const byCursor: readonly [Paging, 'cursor'] = [pages, 'cursor']

export const getArchive = UserResource.getList.extend({ paginationField: byCursor })
// #endregion

export const withPages = async () => {
  class Task extends Entity {
    id = ''
  }
  const getTasks = new RestEndpoint({
    path: '/tasks',
    schema: { items: new Collection([Task]), next: '' },
    paginationField: [pages, 'cursor'],
  })
  await controller.fetch(getTasks.getPage, { cursor: 'b' })
}

export const withManagers = () => {
  class Post extends Entity {
    id = ''
    votes = 0
  }
  const getQueue = new RestEndpoint({ path: '/queue' })
  const addToCart = new RestEndpoint({ path: '/cart', method: 'POST', scope: [serial, 'cart'] })
  const addToQueue = new RestEndpoint({
    path: '/queue',
    method: 'POST',
    update: [
      updates,
      (id: string) => ({ [getQueue.key()]: (ids: readonly string[]) => [...ids, id] }),
    ],
  })
  const vote = new RestEndpoint({
    path: '/posts/:id/votes',
    method: 'POST',
    schema: Post,
    getOptimisticResponse: [
      optimistic,
      (snap, params) => {
        const post = snap.get(Post, params)
        if (post === undefined) throw snap.abort
        return { id: post.id, votes: post.votes + 1 }
      },
    ],
  })
  return [addToCart, addToQueue, vote]
}

// #region OptimisticResponse
type Params = readonly [params: { readonly id: string | number }]

const nextYear: OptimisticResponse<Params> = (snap, params) => {
  const user = snap.get(User, params)
  if (user === undefined) throw snap.abort
  return { id: user.id, age: user.age + 1 }
}

/** A manager of another library may take the place of ours, with its values. */
export const birthday = (manager: Optimistic) =>
  new RestEndpoint({
    path: '/users/:id/birthday',
    method: 'POST',
    schema: User,
    getOptimisticResponse: [manager, nextYear],
  })
// #endregion

// #region SnapshotReader
export const like = new RestEndpoint({
  path: '/users/:id/like',
  method: 'POST',
  schema: User,
  getOptimisticResponse: [
    optimistic,
    (snap: SnapshotReader, params: { readonly id: string | number }) => {
      const user = snap.get(User, params)
      if (user === undefined) throw snap.abort
      return { id: user.id, age: user.age + 1 }
    },
  ],
})
// #endregion

// #region StandardSchema
/** A schema of your own; zod, valibot and arktype make such objects. */
const numberSchema: StandardSchema<unknown, number> = {
  '~standard': {
    version: 1,
    vendor: 'app',
    validate: (value) =>
      typeof value === 'number' ? { value } : { issues: [{ message: 'not a number' }] },
  },
}

export const getCount = new RestEndpoint({ path: '/users/count', responseSchema: numberSchema })
// #endregion

// #region WithoutBody
/** The arguments that TypeScript refuses: the body is missing. */
export type Refused = WithoutBody<ArgsOf<typeof UserResource.update>>
// #endregion
