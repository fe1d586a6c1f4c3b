import { argsAsText } from '../normalize/argsAsText'

type Args = readonly unknown[]

/** What was read, and of which result. */
interface Known<Read> {
  readonly result: unknown
  readonly read: Read
}

/** How many reads of one schema are kept for a state: enough for what one page shows. */
const MAX_READS = 10_000

/** What was read from one state, by schema and name, so that a second look costs a lookup. */
export class Reads<Read extends { readonly argsText: string | undefined }> {
  readonly #bySchema = new WeakMap<object, Map<string, Known<Read>>>()

  find(schema: unknown, name: string, result: unknown, args: Args): Read | undefined {
    if (!isWeakKey(schema)) return undefined
    const known = this.#bySchema.get(schema)?.get(name)
    if (known === undefined || known.result !== result) return undefined
    const { argsText } = known.read
    return argsText === undefined || argsText === argsAsText(args) ? known.read : undefined
  }

  put(schema: unknown, name: string, result: unknown, read: Read): void {
    if (!isWeakKey(schema)) return
    let reads = this.#bySchema.get(schema)
    if (reads === undefined) this.#bySchema.set(schema, (reads = new Map<string, Known<Read>>()))
    if (reads.size >= MAX_READS) reads.clear()
    reads.set(name, { result, read })
  }
}

function isWeakKey(schema: unknown): schema is object {
  return typeof schema === 'function' || (typeof schema === 'object' && schema !== null)
}
