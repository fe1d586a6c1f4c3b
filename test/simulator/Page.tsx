import * as React from 'react'
import {
  type ComponentType,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useState,
  useTransition,
} from 'react'
import { Provider } from 'react-redux'
import {
  AsyncBoundary,
  type ErrorFallbackProps,
  useCache,
  useDLE,
  useFetch,
  useLive,
  useQuery,
  type UsablePromise,
  useSubscription,
  useSuspense,
} from 'rtk-rest/react'
import { type Attempts, outcomeOf } from './Attempts'
import type { PageReaders, Screen, Slot } from './PageReaders'
import type { SimulatedStore } from './SimulatedStore'
import type { Hook } from './steps'
import { type Call, queryArgs } from './world'

interface SlotProps {
  readonly slot: Slot
  readonly readers: PageReaders
}

/** A page of components that come, go, and change what they show. */
export function Page({
  simulated,
  readers,
}: {
  readonly simulated: SimulatedStore
  readonly readers: PageReaders
}): ReactNode {
  const [slots, setSlots] = useState<readonly (Slot | undefined)[]>(readers.slots)
  const [isPending, startTransition] = useTransition()
  useLayoutEffect(() => {
    readers.connect({ change: setSlots, startTransition }, isPending)
  }, [readers, startTransition, isPending])
  return (
    <Provider store={simulated.store}>
      {slots.map((slot) => slot && <Place key={slot.mount} slot={slot} readers={readers} />)}
    </Provider>
  )
}

function Place({ slot, readers }: SlotProps): ReactNode {
  const Reader = READERS[slot.hook]
  const Failure = useMemo(() => failureOf({ slot, readers }), [slot, readers])
  return (
    <AsyncBoundary
      fallback={<Shows slot={slot} readers={readers} screen={{ is: 'waiting' }} />}
      errorComponent={Failure}
    >
      <Reader slot={slot} readers={readers} />
    </AsyncBoundary>
  )
}

function failureOf(props: SlotProps): ComponentType<ErrorFallbackProps> {
  return function Failure({ error, resetErrorBoundary }) {
    return <Shows {...props} screen={{ is: 'error', error, retry: resetErrorBoundary }} />
  }
}

/** Notes what is on the screen, for as long as it is. */
function Shows({ slot, readers, screen }: SlotProps & { readonly screen: Screen }): ReactNode {
  useLayoutEffect(() => {
    readers.screens.set(slot.mount, screen)
    readers.attempts.commit(slot)
    return () => {
      if (readers.screens.get(slot.mount) === screen) readers.screens.delete(slot.mount)
    }
  })
  return <p>{screen.is}</p>
}

type Read = (call: Call) => Screen

const READS: Record<Hook, Read> = {
  useSuspense: ({ endpoint, args }) => data(useSuspense(endpoint, ...(args as never[]))),
  useDLE({ endpoint, args }) {
    const { data: value, loading, error } = useDLE(endpoint, ...(args as never[]))
    if (loading) return { is: 'waiting' }
    return error === undefined ? data(value) : { is: 'error', error }
  },
  useCache: ({ endpoint, args }) => data(useCache(endpoint, ...(args as never[]))),
  useQuery({ endpoint, args }) {
    const [schema, ...given] = queryArgs(endpoint, args)
    return data(useQuery(schema, ...(given as never[])))
  },
  useFetch: ({ endpoint, args }) => data(usePromise(useFetch(endpoint, ...(args as never[])))),
  useLive: ({ endpoint, args }) => data(useLive(endpoint, ...(args as never[]))),
  useSubscription({ endpoint, args }) {
    useSubscription(endpoint, ...(args as never[]))
    return data(undefined)
  },
}

const READERS = Object.fromEntries(
  Object.entries(READS).map(([name, read]) => {
    const Reader = (props: SlotProps): ReactNode => {
      const { readers, slot } = props
      const screen = tryToRead(read, slot, readers.attempts)
      return <Shows {...props} screen={screen} />
    }
    return [name, Reader]
  }),
) as Record<Hook, ComponentType<SlotProps>>

/** Calls a hook, and notes what it comes to. */
function tryToRead(read: Read, slot: Slot, attempts: Attempts): Screen {
  try {
    const screen = read(slot.call)
    attempts.note(slot, 'shown')
    return screen
  } catch (thrown) {
    attempts.note(slot, outcomeOf(thrown))
    throw thrown
  }
}

function data(value: unknown): Screen {
  return { is: 'data', value }
}

type UsePromise = (promise: UsablePromise<unknown>) => unknown

/** `use` where React has it. */
const usePromise: UsePromise = (React as unknown as { readonly use?: UsePromise })['use'] ?? unwrap

function unwrap(promise: UsablePromise<unknown>): unknown {
  if (promise.status === 'fulfilled') return promise.value
  if (promise.status === 'rejected') throw promise.reason
  throw promise as unknown as Error
}
