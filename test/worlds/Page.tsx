import {
  type ComponentType,
  type ReactNode,
  startTransition,
  StrictMode,
  useEffect,
  useLayoutEffect,
  useMemo,
} from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Provider } from 'react-redux'
import type { Schema } from 'rtk-rest'
import {
  AsyncBoundary,
  type ErrorFallbackProps,
  useDLE,
  useLive,
  useQuery,
  useSuspense,
} from 'rtk-rest/react'
import type { Call } from './calls'
import { type Hook, type Reader, type Readers, type Screen, WAITING } from './Readers'
import type { Store } from './SessionStore'

/** Readers on a page of React. */
export class PageReaders implements Readers {
  readonly #store: Store['store']
  readonly #root: Root
  readonly #queueEnd: Root = createRoot(document.createElement('div'))
  readonly #isStrict: boolean
  readonly #screens = new Map<number, Screen>()
  /** Errors that no boundary caught. */
  readonly problems: string[] = []
  mounted: readonly Reader[] = []
  #mounts = 0

  constructor({ store }: Store, isStrict: boolean) {
    this.#store = store
    this.#isStrict = isStrict
    this.#root = createRoot(document.createElement('div'), {
      onUncaughtError: (error: unknown) => void this.problems.push(String(error)),
      onCaughtError: () => undefined,
      // React also takes for recovered what a boundary caught while something else was rendered.
      onRecoverableError: () => undefined,
    })
  }

  mount(hook: Hook, call: Call): void {
    this.#mounts += 1
    this.#show([...this.mounted, { mount: this.#mounts, hook, call }])
  }

  unmount(which: number): void {
    const reader = this.mounted[which % Math.max(1, this.mounted.length)]
    this.#show(this.mounted.filter((it) => it !== reader))
  }

  screenOf({ mount }: Reader): Screen {
    return this.#screens.get(mount) ?? WAITING
  }

  /** React renders the pages of all sessions in one queue, with this at its end. */
  caughtUp(): Promise<void> {
    return new Promise((resolve) => {
      startTransition(() => this.#queueEnd.render(<CaughtUp onCommit={resolve} />))
    })
  }

  end(): void {
    this.#root.unmount()
    this.#queueEnd.unmount()
  }

  #show(mounted: readonly Reader[]): void {
    this.mounted = mounted
    const page = (
      <Provider store={this.#store}>
        {mounted.map((reader) => (
          <Place key={reader.mount} reader={reader} screens={this.#screens} />
        ))}
      </Provider>
    )
    this.#root.render(this.#isStrict ? <StrictMode>{page}</StrictMode> : page)
  }
}

function CaughtUp({ onCommit }: { readonly onCommit: () => void }): ReactNode {
  useEffect(onCommit, [onCommit])
  return null
}

interface PlaceProps {
  readonly reader: Reader
  readonly screens: Map<number, Screen>
}

function Place({ reader, screens }: PlaceProps): ReactNode {
  const Component = COMPONENTS[reader.hook]
  const Failure = useMemo(() => failureOf({ reader, screens }), [reader, screens])
  return (
    <AsyncBoundary
      fallback={<Shows reader={reader} screens={screens} screen={WAITING} />}
      errorComponent={Failure}
    >
      <Component reader={reader} screens={screens} />
    </AsyncBoundary>
  )
}

function failureOf(props: PlaceProps): ComponentType<ErrorFallbackProps> {
  return function Failure({ error }) {
    return <Shows {...props} screen={{ is: 'error', error }} />
  }
}

/** Notes what is on the screen, for as long as it is. */
function Shows({ reader, screens, screen }: PlaceProps & { readonly screen: Screen }): ReactNode {
  useLayoutEffect(() => {
    screens.set(reader.mount, screen)
    return () => {
      if (screens.get(reader.mount) === screen) screens.delete(reader.mount)
    }
  })
  return null
}

type State = ReturnType<typeof useDLE>

const READS: Readonly<Record<Hook, (call: Call) => Screen>> = {
  useSuspense: ({ endpoint, args }) => data(useSuspense(endpoint, ...(args as never[]))),
  useDLE: ({ endpoint, args }) => screenOf(useDLE(endpoint, ...(args as never[]))),
  useLive: ({ endpoint, args }) => data(useLive(endpoint, ...(args as never[]))),
  useQuery: ({ endpoint, args }) => {
    const value = useQuery(endpoint.schema as Schema, ...args)
    return value === undefined ? WAITING : data(value)
  },
}

const COMPONENTS = Object.fromEntries(
  Object.entries(READS).map(([name, read]) => {
    const Component = (props: PlaceProps): ReactNode => (
      <Shows {...props} screen={read(props.reader.call)} />
    )
    return [name, Component]
  }),
) as Record<Hook, ComponentType<PlaceProps>>

function screenOf({ data: value, loading, error }: State): Screen {
  if (error !== undefined) return { is: 'error', error }
  return loading ? WAITING : data(value)
}

function data(value: unknown): Screen {
  return { is: 'data', value }
}
