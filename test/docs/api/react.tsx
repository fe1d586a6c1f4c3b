import { type ReactNode, Suspense, use, useState } from 'react'
import {
  type EndpointContract,
  type ReadEndpoint,
  RestEndpoint,
  type WriteEndpoint,
} from 'rtk-rest'
import {
  AsyncBoundary,
  type AsyncBoundaryProps,
  type DataLoadingError,
  type Download,
  type DownloadState,
  ErrorBoundary,
  type ErrorBoundaryProps,
  type EndpointState,
  type ErrorFallbackProps,
  type HookArgs,
  type MaybeShown,
  type MutationOptions,
  type MutationPromise,
  type MutationResult,
  type NullableArgs,
  type RunMutation,
  type Shown,
  type UsablePromise,
  useCache,
  useCancelling,
  useController,
  useDebounce,
  useDLE,
  useDownload,
  useFetch,
  useLive,
  useLoading,
  useMutation,
  useQuery,
  useSubscription,
  useSuspense,
  type WhenOff,
} from 'rtk-rest/react'
import { show, User, UserResource } from './app'

const getPrice = new RestEndpoint({
  path: '/prices/:pair',
  process: (price: { readonly value: number }) => price,
  pollFrequency: 5_000,
})

const getStatement = new RestEndpoint({ path: '/statements/:id', content: 'blob' })

const showFile = (file: Blob | undefined) => show(file)
const showName = ({ name }: User) => show(name)

const searchUsers = UserResource.getList

const Skeleton = () => <p>Loading …</p>
const UserList = () => useSuspense(UserResource.getList).length
const Failure = ({ error, resetErrorBoundary }: ErrorFallbackProps) => (
  <button onClick={resetErrorBoundary}>{error.message}: try again</button>
)

export const Page = () => (
  <AsyncBoundary fallback={<Skeleton />} errorComponent={Failure}>
    <UserList />
  </AsyncBoundary>
)

export function useMe() {
  const me = useCache(UserResource.get, { id: 'me' })
  return me
}

export function useSearch(query: string) {
  const search = useCancelling(searchUsers, { query })
  const { data: users } = useDLE(search, { query })
  return users
}

export function useSave(id: string, name: string) {
  const controller = useController()
  const save = () => controller.fetch(UserResource.update, { id }, { name })
  return save
}

export function useResults(text: string) {
  const [query, isPending] = useDebounce(text, 200)
  const users = useSuspense(UserResource.getList, { query })
  return [users, isPending]
}

export function useList() {
  const { data, loading, error, isFetching, refetchError, refetch } = useDLE(UserResource.getList)
  return [data, loading, error, isFetching, refetchError, refetch]
}

export function useStatement(id: string) {
  const { start, abort, status, progress } = useDownload(getStatement)
  const open = async () => showFile(await start({ id }))
  return [open, abort, status, progress]
}

export function UserName({ id }: { readonly id: string }) {
  const user = use(useFetch(UserResource.get, { id }))
  return user.name
}

export function Price() {
  const price = useLive(getPrice, { pair: 'BTC-USD' })
  return price.value
}

export function useSaving(id: string, body: { readonly name: string }) {
  const controller = useController()
  const [save, isSaving, error] = useLoading(
    () => controller.fetch(UserResource.update, { id }, body),
    [id, body],
  )
  return [save, isSaving, error]
}

export function useRename(id: string, name: string) {
  const [rename, { isLoading, error }] = useMutation(UserResource.partialUpdate)
  const save = async () => showName(await rename({ id }, { name }).unwrap())
  return [save, isLoading, error]
}

export function useName(id: string) {
  const user = useQuery(User, { id })
  return user?.name
}

export function useTicker() {
  useSubscription(getPrice, { pair: 'BTC-USD' })
}

export function useUser(id: string) {
  const user = useSuspense(UserResource.get, { id })
  return user
}

// #region ErrorBoundary
const boundaryProps: ErrorBoundaryProps = {
  fallbackComponent: Failure,
  listen: (clear) => {
    window.addEventListener('popstate', clear)
    return () => window.removeEventListener('popstate', clear)
  },
}

export const Guarded = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary {...boundaryProps}>
    <Suspense fallback={<Skeleton />}>{children}</Suspense>
  </ErrorBoundary>
)
// #endregion

// #region AsyncBoundaryProps
export const Panel = (props: Pick<AsyncBoundaryProps, 'children'>) => (
  <AsyncBoundary fallback={<Skeleton />} {...props} />
)
// #endregion

// #region DataLoadingError
export function statusOf({ data, loading, error }: DataLoadingError<readonly User[]>): string {
  if (error) return error.message
  return loading ? 'Loading …' : `${data?.length} users`
}
// #endregion

// #region Download
export const DownloadButton = ({ id, statement }: DownloadButtonProps) => (
  <button onClick={() => void statement.start({ id })}>{percentOf(statement)}</button>
)

interface DownloadButtonProps {
  readonly id: string
  readonly statement: Download<typeof getStatement>
}

const percentOf = ({ status, progress }: DownloadState<Blob>) =>
  status === 'running' ? `${progress?.loaded ?? 0} bytes` : 'Download'
// #endregion

// #region MaybeShown
export const labelOf = (user: MaybeShown<typeof UserResource.get>) => user?.name ?? 'unknown'
// #endregion

// #region Shown
export const firstOf = (users: Shown<typeof UserResource.getList>) => users[0]
// #endregion

// #region NullableArgs
export function useUserIf(...args: NullableArgs<typeof UserResource.get>) {
  return useDLE(UserResource.get, ...args).data
}
// #endregion

// #region EndpointState
const textOf = ({ loading, error }: EndpointState<typeof UserResource.get>) =>
  loading ? 'loading' : (error?.message ?? 'ready')
// #endregion
show(textOf)

// #region HookArgs
/** Takes the arguments of any endpoint, and what switches it off. */
export function useData<E extends ReadEndpoint, Args extends readonly unknown[]>(
  endpoint: E,
  ...args: HookArgs<E, Args>
) {
  return useDLE<E, Args>(endpoint, ...args).data
}
// #endregion

// #region WhenOff
/** `undefined`, as the argument may be: `useSuspense(UserResource.get, params)` is `User | undefined`. */
export type Missing = WhenOff<[params: { id: string } | undefined]>
// #endregion

// #region UsablePromise
export function Name({ user }: { readonly user: UsablePromise<User> }) {
  return <b>{use(user).name}</b>
}
// #endregion

// #region WriteEndpoint
export function useProgressOf<E extends WriteEndpoint>(endpoint: E) {
  const [send, { isLoading, progress }] = useMutation(endpoint)
  return { send, progress: isLoading ? progress : undefined }
}
// #endregion

// #region MutationOptions
const options: MutationOptions = { key: 'rename', debounce: 500 }

export function NameField({ id }: { readonly id: string }) {
  const [name, setName] = useState('')
  const [rename, { isLoading }] = useMutation(UserResource.partialUpdate, options)
  const change = (next: string) => {
    setName(next)
    void rename({ id }, { name: next })
  }
  return <input value={name} aria-busy={isLoading} onChange={(it) => change(it.target.value)} />
}
// #endregion

// #region MutationResult
export const Message = <E extends EndpointContract>({ error, isSuccess }: MutationResult<E>) =>
  error ? <p role="alert">{error.message}</p> : isSuccess && <p>Saved.</p>
// #endregion

// #region RunMutation
export async function renameTo(
  run: RunMutation<typeof UserResource.partialUpdate>,
  id: string,
  name: string,
) {
  const sent: MutationPromise<User> = run({ id }, { name })
  return await sent.unwrap()
}
// #endregion
