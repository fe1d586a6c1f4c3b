// Stands for `vitest` in the suites, which were written for it, where Jest runs them.

/** The part of Jest that is used here; its types are not among the packages of the repository. */
interface JestObject {
  fn: (implementation?: unknown) => unknown
  spyOn: (object: object, name: string) => unknown
  restoreAllMocks: () => void
  useFakeTimers: (options: { doNotFake?: readonly string[]; now?: Date | number }) => void
  useRealTimers: () => void
  setSystemTime: (now: Date | number) => void
  runAllTimersAsync: () => Promise<void>
  advanceTimersByTimeAsync: (length: number) => Promise<void>
}

type Hook = (run: () => unknown) => void

interface Expect {
  (value: unknown): unknown
  extend: (matchers: object) => void
}

interface It {
  (name: string, run: () => unknown, timeout?: number): void
  each: (rows: readonly unknown[]) => It
}

declare const jest: JestObject

const globals = globalThis as unknown as Record<
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach',
  Hook
> & { readonly expect: Expect; readonly describe: unknown; readonly it: It }

export const { afterAll, afterEach, beforeAll, beforeEach, describe } = globals

/** Without a parameter that Jest would take for its callback. */
const withoutCallback =
  (run: (...args: unknown[]) => unknown) =>
  (...args: unknown[]) =>
    run(...args)

/** As Jest's, whose tests may have parameters that a row does not fill. */
export const it = Object.assign(
  (name: string, run: () => unknown, timeout?: number) => globals.it(name, run, timeout),
  {
    each:
      (rows: readonly unknown[]) =>
      (name: string, run: (...args: unknown[]) => unknown, timeout?: number) =>
        globals.it.each(rows)(name, withoutCallback(run), timeout),
  },
)

/** As Jest's, which takes no message beside the value. */
export const expect = Object.assign((value: unknown) => globals.expect(value), globals.expect)

expect.extend({
  toHaveBeenCalledOnce: ({ mock }: { readonly mock: { readonly calls: readonly unknown[] } }) => ({
    pass: mock.calls.length === 1,
    message: () => `called ${mock.calls.length} times`,
  }),
})

/** Checks nothing: types are checked elsewhere. */
export function expectTypeOf(): unknown {
  return new Proxy(() => undefined, { get: expectTypeOf, apply: expectTypeOf })
}

const finished: (() => void)[] = []

export function onTestFinished(run: () => void): void {
  finished.push(run)
}

const stubs = new Map<object, Map<string, PropertyDescriptor | undefined>>()

/** Puts a value in place of a member until it is put back. */
function stub(object: object, name: string, value: unknown): void {
  const before = stubs.get(object) ?? new Map<string, PropertyDescriptor | undefined>()
  stubs.set(object, before)
  if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(object, name))
  Object.defineProperty(object, name, { value, configurable: true, writable: true })
}

function unstub(object: object): void {
  for (const [name, descriptor] of stubs.get(object) ?? []) {
    if (descriptor === undefined) Reflect.deleteProperty(object, name)
    else Object.defineProperty(object, name, descriptor)
  }
  stubs.delete(object)
}

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date']
const OTHER_TIMERS = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate']
const REST_OF_TIMERS = ['clearImmediate', 'requestAnimationFrame', 'cancelAnimationFrame']

export const vi = {
  fn: jest.fn,
  spyOn: jest.spyOn,
  mocked: (value: unknown) => value,
  restoreAllMocks: () => jest.restoreAllMocks(),
  useRealTimers: () => jest.useRealTimers(),
  setSystemTime: (now: Date | number) => jest.setSystemTime(now),
  runAllTimersAsync: () => jest.runAllTimersAsync(),
  advanceTimersByTimeAsync: (length: number) => jest.advanceTimersByTimeAsync(length),
  useFakeTimers: ({ toFake = TIMERS }: { readonly toFake?: readonly string[] } = {}) => {
    const all = [...TIMERS, ...OTHER_TIMERS, ...REST_OF_TIMERS]
    jest.useFakeTimers({ doNotFake: all.filter((name) => !toFake.includes(name)) })
  },
  stubGlobal: (name: string, value: unknown) => stub(globalThis, name, value),
  unstubAllGlobals: () => unstub(globalThis),
  stubEnv: (name: string, value: string) => stub(process.env, name, value),
  unstubAllEnvs: () => unstub(process.env),
  /** Tries until it succeeds, or for a second. */
  waitFor: async (check: () => unknown) => {
    const end = performance.now() + 1_000
    for (;;) {
      try {
        return await check()
      } catch (error) {
        if (performance.now() > end) throw error
        await new Promise((resolve) => void setImmediate(resolve))
      }
    }
  },
}

afterEach(() => {
  for (const run of finished.splice(0)) run()
})
