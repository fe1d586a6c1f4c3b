import { afterAll, beforeAll } from 'vitest'
import { findMethod, HERMES_LACKS } from './hermes'
import { isLibrary } from './nativeGlobals'

type Method = (this: unknown, ...args: unknown[]) => unknown

// What Hermes lacks throws where the library calls it. Vitest and MSW call it too, so it cannot be taken away from all.
const restore: (() => void)[] = []

beforeAll(() => {
  for (const path of HERMES_LACKS) replace(path)
})

afterAll(() => {
  for (const undo of restore.splice(0)) undo()
})

function replace(path: string): void {
  const method = findMethod(path)
  if (method === undefined) return
  const { owner, name } = method
  const original = Object.getOwnPropertyDescriptor(owner, name)
  const call = Reflect.get(owner, name) as Method
  const guarded: Method = function (...args) {
    if (isLibrary(callerOf(guarded))) throw new TypeError(`${path}: Hermes lacks it`)
    return call.apply(this, args)
  }
  Object.defineProperty(owner, name, { value: guarded, configurable: true, writable: true })
  restore.push(() => {
    Reflect.deleteProperty(owner, name)
    // A typed array inherits its methods.
    if (original !== undefined) Object.defineProperty(owner, name, original)
  })
}

/** The line of a stack that called a function. */
function callerOf(called: Method): string {
  const { stackTraceLimit } = Error
  const trace = { stack: '' }
  Error.stackTraceLimit = 1
  Error.captureStackTrace(trace, called)
  Error.stackTraceLimit = stackTraceLimit
  return trace.stack
}
