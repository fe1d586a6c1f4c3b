import type { CacheEntry } from '../../normalize/CacheEntry'
import type { DenormalizeDelegate, EntityRow, RowSchema, SchemaKind } from '../../schema/contract'
import { isSchemaObject } from '../../schema/schemaObject'
import type { Runtime } from '../../store/Runtime'
import { getRow, keysIn, type Table } from '../../store/state/table'
import { attempt, isContainer } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { getOwn } from '../../util/record'

/** Each step is a pause: what follows may be done later. */
export type Steps<Result = void> = Generator<void, Result>

/** The name of the table of the calls, which no table of entities has. */
export const CALLS = ''

/** What has parts: the members of a list, or the fields of an entity. */
interface Parted extends Partial<RowSchema> {
  readonly member?: unknown
  readonly schema?: unknown
}

/**
 * The rows that something leads to. They are followed in small steps, and no objects are made of them: a schema that is read calls
 * the part of a `DenormalizeDelegate` that is here, and stops where it is given nothing.
 */
export class Reach {
  /** How many rows it has, calls apart. */
  size = 0
  readonly #runtime: Runtime
  readonly #pks = new Map<string, Set<string>>()
  readonly #followed = new Set<object>()
  /** Whether what is visited is shown only where it is not deleted. */
  #isShown = false
  readonly #todo: (readonly [items: Iterable<unknown>, follow: (item: never) => void])[] = []

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  has(name: string, pk: string): boolean {
    return this.#pks.get(name)?.has(pk) === true
  }

  /** Follows all that was added. */
  *follow(): Steps {
    for (let next; (next = this.#todo.pop());) {
      for (const item of next[0]) {
        next[1](item as never)
        yield
      }
    }
  }

  /**
   * Adds a row, or a call, and what a row leads to.
   * @param isShown a row that was deleted is left out
   */
  add(
    name: string,
    pk: string,
    isShown = false,
    owner = this.#runtime.tableOwners.get(name),
  ): void {
    const pks = getOrCreate(this.#pks, name, () => new Set<string>())
    const row = getRow(this.#tableOf(name), pk)
    if (pks.has(pk) || (isShown && row?.invalid)) return
    pks.add(pk)
    if (!row) return
    this.size += 1
    // What is deleted or invalidated comes back by a response alone, with all that it names.
    if (row.invalid) return
    const { hasParts, isList, member, schema }: Parted = owner ?? {}
    if (isList) this.list(member, Object.values(row.data))
    else if (hasParts) this.list(schema, [row.data], false)
  }

  /** Adds what was read, of a call. */
  read(
    { dependencies, value }: Pick<CacheEntry, 'dependencies'> & { value?: unknown },
    key?: string,
  ): void {
    if (key !== undefined) this.add(CALLS, key)
    if (this.#followed.has(dependencies)) return
    this.#followed.add(dependencies)
    this.#later(dependencies, (entry) => {
      const { schemaKey: name, pk } = entry
      this.read(entry)
      if (name === undefined) return
      // A list shows nothing of a member that was deleted.
      if (pk !== undefined) this.add(name, pk, Array.isArray(value))
      else this.#later(keysIn(this.#tableOf(name)), (it) => this.add(name, it))
    })
  }

  /** As a schema calls it. */
  visit(schema: unknown, input: unknown): void {
    if (isSchemaObject(schema)) {
      // What is read on demand is found by the schema to read it by. Functions of users may throw.
      const { query = schema } = schema as { readonly query?: SchemaKind }
      attempt(() => query.denormalize(input, this as unknown as DenormalizeDelegate))
    } else if (Array.isArray(schema) && Array.isArray(input)) this.list(schema[0], input)
    else if (isContainer(schema)) {
      for (const [field, member] of Object.entries(schema)) {
        this.visit(member, getOwn(input as Record<string, unknown>, field))
      }
    }
  }

  /** @param isShown what refers to a row that was deleted hides it; a list leaves it out */
  list(schema: unknown, members: readonly unknown[], isShown = true): void {
    this.#later(members, (it) => {
      this.#isShown = isShown
      this.visit(schema, it)
    })
  }

  row(schema: RowSchema, pk: string): void {
    this.add(schema.key, pk, this.#isShown, schema)
  }

  #tableOf(name: string): Table<EntityRow> {
    return getOwn(this.#runtime.state.entities, name) ?? {}
  }

  #later<Item>(items: Iterable<Item>, follow: (item: Item) => void): void {
    this.#todo.push([items, follow])
  }
}
