import type { RunContext } from './contract'

/** What a callable object does when it is called. */
interface Runnable {
  run(args: readonly unknown[], context: RunContext): unknown
}

/** A function that runs itself, with the given prototype instead of a plain function's. */
export function makeCallable(prototype: object): object {
  const callable = (...args: unknown[]): unknown => (callable as unknown as Runnable).run(args, {})
  // Both would hide the `name` of the prototype chain, which endpoints compute.
  Reflect.deleteProperty(callable, 'name')
  Reflect.deleteProperty(callable, 'length')
  return Object.setPrototypeOf(callable, prototype) as object
}

/** Gives an object its own members, whatever accessors its prototype has for them. */
export function defineMembers(target: object, members: object): void {
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined && NEEDED.has(name)) continue
    Object.defineProperty(target, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
}

/** What an endpoint cannot do without; `undefined` says nothing of it, as in `getHeaders: isApp ? addToken : undefined`. */
const NEEDED: ReadonlySet<string> = new Set([
  'name',
  'path',
  'method',
  'fetch',
  'key',
  'testKey',
  'url',
  'searchToString',
  'getRequestInit',
  'getHeaders',
  'fetchResponse',
  'parseResponse',
  'process',
  'errorPolicy',
])
