import type { AnyType } from '../util/anyType'
import type { KeyTest } from './contract'
import { type PathParams, readPath, templateOf } from './pathTemplate'
import { prefixOf } from './url'

/** An endpoint, as far as the keys of its calls depend on it. */
interface Addressed<Params> {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly urlPrefix?: string | undefined
  url(params?: Params): string
  testKey(key: string): boolean
  requestKey?(...args: AnyType[]): string
  searchToString(params: Record<string, unknown>): string
}

/**
 * Selects the calls of an endpoint that have these parameters, whatever others they have. One that is `undefined` is left out,
 * and the body of a read is not compared.
 *
 * @example
 * controller.expireAll(callsWith(UserResource.getList, { group: 'five' }))
 * @throws TypeError in development for a `getPage`, and where a `searchToString` does not write each parameter by itself
 */
export function callsWith<Params extends object>(
  endpoint: Addressed<Params>,
  params: { readonly [Name in keyof Params]?: NoInfer<Params[Name]> | undefined },
): KeyTest {
  const { path, method } = endpoint
  const names = new Set(templateOf(path).params.map(({ text }) => text))
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  const inPath = given.filter(([name]) => names.has(name))
  const inSearch = given.filter(([name]) => !names.has(name))
  const write = (entries: typeof given): readonly string[] =>
    pairsOf(endpoint.searchToString(Object.fromEntries(entries)))
  const pairs = write(inSearch)
  if (process.env.NODE_ENV !== 'production') {
    checkNoPages(endpoint)
    checkPairs(endpoint.name, pairs, write([...inSearch, ['other', 'other']]))
  }
  return {
    testKey(key) {
      if (!endpoint.testKey(key)) return false
      const [url = ''] = key.slice(method.length + 1).split(' ')
      const [address = '', search = ''] = url.split('?')
      const found: PathParams | undefined = readPath(path, address.slice(prefixOf(endpoint).length))
      // An address that a `url` of its own has made may be about anything.
      if (found === undefined) return true
      const sent = pairsOf(search)
      return (
        inPath.every(([name, value]) => String(found[name]) === String(value)) &&
        pairs.every((it) => sent.includes(it))
      )
    },
  }
}

function pairsOf(search: string): readonly string[] {
  return search.split('&').filter(Boolean)
}

function checkNoPages({ name, requestKey }: Pick<Addressed<never>, 'name' | 'requestKey'>): void {
  if (requestKey === undefined) return
  throw new TypeError(
    `callsWith cannot find calls of ${name}: pages belong to the call of their list, so give it the endpoint of the list.`,
  )
}

function checkPairs(name: string, pairs: readonly string[], amongOthers: readonly string[]): void {
  if (pairs.every((it) => amongOthers.includes(it))) return
  throw new TypeError(
    `callsWith cannot find calls of ${name}, whose \`searchToString\` writes parameters together: give an object { testKey(key) { … } }.`,
  )
}
