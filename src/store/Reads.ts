/** What was read, and of which result. */
interface Known<Read> {
  readonly result: unknown
  readonly read: Read
}

/** How many reads of one schema are kept for a state: enough for what one page shows. */
const MAX_READS = 10_000

/** What was read from one state, by schema and name, so that a second look costs a lookup. */
export class Reads<Read> {
  readonly #bySchema = new WeakMap<object, Map<string, Known<Read>>>()

  find(schema: unknown, name: string, result: unknown): Read | undefined {
    if (!isWeakKey(schema)) return undefined
    const known = this.#bySchema.get(schema)?.get(name)
    return known !== undefined && known.result === result ? known.read : undefined
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
