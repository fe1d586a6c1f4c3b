import { getOrCreate } from '../../util/collections'

/** What was read, by schema and a name that tells the reads of one schema apart. */
export class ReadCache<Value> {
  readonly #bySchema = new WeakMap<object, Map<string, Value>>()
  readonly #maxSize: number

  /** @param maxSize how many values are kept for one schema */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(schema: unknown, name: string): Value | undefined {
    return this.#bySchema.get(schema as object)?.get(name)
  }

  set(schema: unknown, name: string, value: Value): void {
    if (Object(schema) !== schema) return
    const values = getOrCreate(this.#bySchema, schema as object, () => new Map<string, Value>())
    values.set(name, value)
    if (values.size > this.#maxSize) values.delete(values.keys().next().value as string)
  }
}
