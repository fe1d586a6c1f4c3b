import type { EntityRow, NormalizeDelegate, RowMeta, RowSchema } from '../schema/contract'
import { isKind } from '../schema/kinds'
import { describe } from '../util/describe'
import { setOwn } from '../util/own'
import { NotPlainError, toPlain } from '../util/toPlain'
import { deserialize, type DeserializerLike } from './deserialize'
import { formatPath } from './path'
import { RowDraft } from './RowDraft'
import type { RowSource } from './rowSource'
import { SchemaError } from './SchemaError'

/** Entities nested deeper than this are an error, and not a full call stack. */
const MAX_NESTING = 500

/** One walk of a response: collects the rows it writes, and knows where it is when something does not fit. */
export class NormalizeRun implements NormalizeDelegate {
  readonly args: readonly unknown[]
  readonly meta: RowMeta
  enclosing: object | undefined
  readonly #source: RowSource
  readonly #root: unknown
  readonly #owners: Map<string, object>
  readonly #steps: (string | number)[] = []
  readonly #drafts = new Map<string, Map<string, RowDraft>>()
  /** The drafts of each schema that had something to say; several schemas may share a table. */
  readonly #tables = new Map<RowSchema, Map<string, RowDraft>>()
  /** The input objects that contain the one being visited. */
  readonly #open: object[] = []

  constructor(
    source: RowSource,
    root: unknown,
    args: readonly unknown[],
    meta: RowMeta,
    owners: Map<string, object>,
  ) {
    this.#source = source
    this.#root = root
    this.args = args
    this.meta = meta
    this.#owners = owners
  }

  /** Runs a part of the walk; whatever user code throws in it is told with the path to where it happened. */
  guard<Result>(walk: () => Result): Result {
    try {
      return walk()
    } catch (error) {
      if (error instanceof SchemaError) throw error
      throw this.#explain(error)
    }
  }

  visit(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    enclosing?: object,
  ): unknown {
    if (value === null || value === undefined) return value
    if (isKind(schema)) {
      this.enclosing = enclosing
      return schema.normalize(value, parent, key, this)
    }
    if (Array.isArray(schema)) return this.#visitArray(schema, value, parent, key)
    if (typeof schema === 'object' && schema !== null) return this.#visitObject(schema, value)
    const plain = toPlain(value)
    // A converter that cannot read the value fails the one request here, and not every reader later.
    if (typeof schema === 'function') deserialize(schema as DeserializerLike, plain)
    return plain
  }

  /** Visits a whole answer: text where data was expected would pass for a primary key, and nothing for an answer. */
  visitRoot(value: unknown): unknown {
    const schema = this.#root
    if (isKind(schema) && (value === null || value === undefined)) {
      return schema.normalize(value, value, '', this)
    }
    const isMissing = typeof value !== 'object' || value === null
    if (isMissing && expectsObject(schema)) return this.fail('an object or a list', value)
    return this.visit(schema, value, value, '')
  }

  visitAt(
    step: string | number,
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    enclosing?: object,
  ): unknown {
    this.#steps.push(step)
    const result = this.visit(schema, value, parent, key, enclosing)
    this.#steps.pop()
    return result
  }

  visitField(field: string, schema: unknown, entity: object): unknown {
    this.#steps.push(field)
    const value = (entity as Record<string, unknown>)[field]
    const result = this.visit(schema, value, entity, field, entity)
    this.#steps.pop()
    return result
  }

  copy(input: object): Record<string, unknown> {
    try {
      const copy: Record<string, unknown> = { ...input }
      // A field of this name would replace the prototype of every instance built from the row.
      if (Object.hasOwn(copy, '__proto__')) Reflect.deleteProperty(copy, '__proto__')
      return copy
    } catch (error) {
      // A getter failed: the field that does so again is the one to name.
      for (const field of Object.keys(input)) this.visitField(field, undefined, input)
      throw error
    }
  }

  draft(schema: RowSchema, pk: string): RowDraft {
    return this.#draft(this.#tableOf(schema), schema.key, pk)
  }

  visitMember(
    index: number | undefined,
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
  ): unknown {
    if (index !== undefined) this.#steps.push(index)
    if (value === null || value === undefined) return this.fail('an object or an id', value)
    const result = this.visit(schema, value, parent, key)
    if (index !== undefined) this.#steps.pop()
    return result
  }

  merge(schema: RowSchema, pk: string, data: object): void {
    this.draft(schema, pk).merge(schema, data)
  }

  edit(schema: RowSchema, pk: string, edit: (existing: object) => object): void {
    this.draft(schema, pk).edit(edit)
  }

  invalidate(schema: { readonly key: string }, pk: string): void {
    this.#draft(this.#draftsOf(schema.key), schema.key, pk).invalidate()
  }

  enter(input: object): boolean {
    if (this.#open.length >= MAX_NESTING) this.fail(`no more than ${MAX_NESTING} levels`, input)
    if (this.#open.includes(input)) return false
    this.#open.push(input)
    return true
  }

  leave(): void {
    this.#open.pop()
  }

  *pks(schemaKey: string): Iterable<string> {
    const drafts = this.#drafts.get(schemaKey)
    for (const [pk, row] of this.#source.rows(schemaKey)) {
      if (!row.invalid && drafts?.get(pk)?.isInvalidated !== true) yield pk
    }
  }

  stored(schemaKey: string, pk: string): object | undefined {
    const row = this.#source.getRow(schemaKey, pk)
    return row === undefined || row.invalid ? undefined : row.data
  }

  fail(expected: string, found: unknown): never {
    throw new SchemaError(
      formatPath(this.#root, this.#steps),
      `expected ${expected}, found ${describe(found)}`,
    )
  }

  /** The rows that changed and the ones that were only confirmed. */
  finish(): {
    entities: Record<string, Record<string, EntityRow>>
    touched: Record<string, string[]>
  } {
    const entities: Record<string, Record<string, EntityRow>> = {}
    const touched: Record<string, string[]> = {}
    for (const [schemaKey, drafts] of this.#drafts) {
      const changed: Record<string, EntityRow> = {}
      const confirmed: string[] = []
      for (const [pk, draft] of drafts) {
        const row = draft.finish(this.meta)
        if (row === 'touched') confirmed.push(pk)
        else if (row !== undefined) setOwn(changed, pk, row)
      }
      if (Object.keys(changed).length > 0) setOwn(entities, schemaKey, changed)
      if (confirmed.length > 0) setOwn(touched, schemaKey, confirmed)
    }
    return { entities, touched }
  }

  #visitArray(schema: readonly unknown[], value: unknown, parent: unknown, key: string): unknown {
    if (schema.length !== 1) {
      throw new TypeError(`a list schema has one member schema, this one has ${schema.length}`)
    }
    if (typeof value !== 'object') return this.fail('a list', value)
    const members: unknown[] = Array.isArray(value) ? value : Object.values(value as object)
    // Not `map`, which would leave the holes of a sparse array in place, nor `push`, which leaves room for more.
    const visited = new Array<unknown>(members.length)
    for (let at = 0; at < members.length; at++) {
      visited[at] = this.visitAt(at, schema[0], members[at], parent, key) ?? null
    }
    return visited
  }

  #visitObject(schema: object, value: unknown): unknown {
    if (typeof value !== 'object' || Array.isArray(value)) return this.fail('an object', value)
    const result: Record<string, unknown> = {}
    for (const [field, member] of Object.entries(value as object)) {
      const memberSchema = Object.hasOwn(schema, field)
        ? (schema as Record<string, unknown>)[field]
        : undefined
      const visited = this.visitAt(field, memberSchema, member, value, field)
      if (visited !== undefined) setOwn(result, field, visited)
    }
    return result
  }

  #draft(drafts: Map<string, RowDraft>, schemaKey: string, pk: string): RowDraft {
    let draft = drafts.get(pk)
    if (draft === undefined) {
      draft = new RowDraft(pk, this.#source.getRow(schemaKey, pk))
      drafts.set(pk, draft)
    }
    return draft
  }

  #draftsOf(schemaKey: string): Map<string, RowDraft> {
    let drafts = this.#drafts.get(schemaKey)
    if (drafts === undefined) this.#drafts.set(schemaKey, (drafts = new Map<string, RowDraft>()))
    return drafts
  }

  #tableOf(schema: RowSchema): Map<string, RowDraft> {
    let table = this.#tables.get(schema)
    if (table === undefined) {
      this.#claimTable(schema)
      this.#tables.set(schema, (table = this.#draftsOf(schema.key)))
    }
    return table
  }

  #claimTable(schema: RowSchema): void {
    const owner = this.#owners.get(schema.key) as RowSchema | undefined
    if (owner === schema) return
    if (owner !== undefined && !(owner.hasOwnKey && schema.hasOwnKey)) {
      throw new TypeError(
        `two schemas are called ${schema.key}; give each its own \`static key\`, or both the same one to share the table`,
      )
    }
    if (owner === undefined) this.#owners.set(schema.key, schema)
  }

  #explain(error: unknown): SchemaError {
    const at = error instanceof NotPlainError ? error.at : ''
    const problem = error instanceof Error ? error.message : describe(error)
    return new SchemaError(formatPath(this.#root, this.#steps) + at, problem, error)
  }
}

function expectsObject(schema: unknown): boolean {
  const takesPrimaryKey = isKind(schema) && 'entity' in schema
  return !takesPrimaryKey && (isKind(schema) || (typeof schema === 'object' && schema !== null))
}
