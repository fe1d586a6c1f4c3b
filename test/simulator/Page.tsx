import * as React from 'react'
import { type ComponentType, type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { Provider } from 'react-redux'
import type { ReadEndpoint, Schema } from 'rtk-rest'
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
import { type Call, User } from './world'

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
  const [slots, setSlots] = useState<readonly (Slot | undefined)[]>([])
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

function Place(props: SlotProps): ReactNode {
  const Reader = READERS[props.slot.hook]
  const Failure = ({ error, resetErrorBoundary }: ErrorFallbackProps): ReactNode => (
    <Shows {...props} screen={{ is: 'error', error, retry: resetErrorBoundary }} />
  )
  const [errorComponent] = useState(() => Failure)
  return (
    <AsyncBoundary
      fallback={<Shows {...props} screen={{ is: 'waiting' }} />}
      errorComponent={errorComponent}
    >
      <Reader {...props} />
    </AsyncBoundary>
  )
}

/** Notes what is on the screen, for as long as it is. */
function Shows({ slot, readers, screen }: SlotProps & { readonly screen: Screen }): ReactNode {
  useLayoutEffect(() => {
    readers.screens.set(slot.mount, screen)
    readers.attempts.commit(slot.mount)
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
    const { schema } = endpoint as ReadEndpoint & { readonly schema?: Schema }
    return data(
      useQuery(schema ?? User, ...((schema === undefined ? [{ id: '1' }] : args) as never[])),
    )
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
function tryToRead(read: Read, { call, mount }: Slot, attempts: Attempts): Screen {
  try {
    const screen = read(call)
    attempts.note(mount, 'shown')
    return screen
  } catch (thrown) {
    attempts.note(mount, outcomeOf(thrown))
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
