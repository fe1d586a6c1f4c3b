import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { globals } from './globals.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const TABLE = at('globals.ts')

/** What runs on a phone. */
const LIBRARY = at('../../../src/')

/** What tests hand to the library. They also are the server, and read addresses as one. */
const TESTS = [at('../../endpoint/'), at('reactNative.test.ts')]
const HANDED_OVER = new Set(['AbortController', 'AbortSignal', 'FormData', 'URLSearchParams'])

/** Whether a path, or a line of a stack, is of what runs on a phone. */
export function isLibrary(place: string): boolean {
  return place.includes(LIBRARY)
}

/** Whether a module has a function of its own by the name of a global, such as the operation `fetch` of the store. */
function declares(code: string, name: string): boolean {
  return new RegExp(`\\bfunction ${name}\\b|\\bimport \\{[^}]*\\b${name}\\b`).test(code)
}

/** A Vite plugin that gives modules of an app the globals of React Native; Node and MSW keep their own. */
export function nativeGlobals(): Plugin {
  return {
    name: 'native-globals',
    enforce: 'post',
    transform(code, id) {
      const names = Object.keys(globals).filter(
        (name) =>
          (isLibrary(id) || (TESTS.some((path) => id.startsWith(path)) && HANDED_OVER.has(name))) &&
          new RegExp(`\\b${name}\\b`).test(code) &&
          !declares(code, name),
      )
      if (names.length === 0) return undefined
      const imports = `import { globals as _globals } from ${JSON.stringify(TABLE)};`
      return { code: `${imports}const { ${names.join(', ')} } = _globals;${code}`, map: null }
    },
  }
}
