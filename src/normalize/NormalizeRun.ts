import type { EntityRow, NormalizeDelegate, RowMeta, RowSchema } from '../schema/contract'
import { isKind } from '../schema/kinds'
import { compareOrder } from '../schema/order'
import { deepFreeze } from '../util/deepFreeze'
import { describe } from '../util/describe'
import { setOwn } from '../util/own'
import { isSame, reuse } from '../util/reuse'
import { NotPlainError, toPlain } from '../util/toPlain'
import { formatPath } from './path'
import type { RowSource } from './rowSource'
import { SchemaError } from './SchemaError'

/** A row as this run has it so far. */
interface Draft {
  readonly schema: { readonly key: string }
  readonly stored: EntityRow | undefined
  data: object
  invalid: boolean
  meta: RowMeta
}

/** One walk of a response: collects the rows it writes, and knows where it is when something does not fit. */
export class NormalizeRun implements NormalizeDelegate {
  readonly args: readonly unknown[]
  readonly meta: RowMeta
  enclosing: object | undefined
  readonly #source: RowSource
  readonly #root: unknown
  readonly #owners: Map<string, object>
  readonly #steps: (string | number)[] = []
  readonly #drafts = new Map<string, Map<string, Draft>>()
  readonly #inputs = new Map<object, string[]>()

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
    return toPlain(value)
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

  visitMember(
    index: number,
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
  ): unknown {
    if (value !== null && value !== undefined) {
      return this.visitAt(index, schema, value, parent, key)
    }
    this.#steps.push(index)
    return this.fail('an object or an id', value)
  }

  merge(schema: RowSchema, pk: string, data: object): void {
    const draft = this.#draft(schema, pk)
    if (draft === undefined) this.#add(schema, pk, data)
    else if (draft.invalid) Object.assign(draft, { data, invalid: false })
    else draft.data = schema.merge(draft.data, data)
  }

  edit(schema: RowSchema, pk: string, edit: (existing: object) => object): void {
    const draft = this.#draft(schema, pk)
    if (draft !== undefined) draft.data = edit(draft.data)
    else this.#open(schema, pk, (stored) => [edit(stored.data), newer(stored.meta, this.meta)])
  }

  invalidate(schema: { readonly key: string }, pk: string): void {
    const draft = this.#draft(schema, pk)
    if (draft !== undefined) draft.invalid = true
    else this.#openInvalid(schema, pk)
  }

  isRepeated(schema: RowSchema, pk: string, input: object): boolean {
    const name = `${schema.key} ${pk}`
    const seen = this.#inputs.get(input)
    if (seen?.includes(name) === true) return true
    if (seen === undefined) this.#inputs.set(input, [name])
    else seen.push(name)
    return false
  }

  *pks(schemaKey: string): Iterable<string> {
    const drafts = this.#drafts.get(schemaKey)
    for (const [pk, row] of this.#source.rows(schemaKey)) {
      if (!(drafts?.get(pk)?.invalid ?? row.invalid)) yield pk
    }
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
        const row = finishRow(draft, this.meta)
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
    return members.map(
      (member, index) => this.visitAt(index, schema[0], member, parent, key) ?? null,
    )
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

  #draft(schema: { readonly key: string }, pk: string): Draft | undefined {
    return this.#drafts.get(schema.key)?.get(pk)
  }

  #add(schema: RowSchema, pk: string, data: object): void {
    this.#claimTable(schema)
    this.#open(
      schema,
      pk,
      (stored) => this.#joinStored(schema, stored, data),
      () => [data, this.meta],
    )
  }

  /** The data, meta and validity of a stored row once an incoming one has been merged into it. */
  #joinStored(schema: RowSchema, stored: EntityRow, data: object): [object, RowMeta, boolean?] {
    if (stored.invalid) {
      // An invalid row comes back to life by newer data alone, and forgets what it was.
      const isOlder = compareOrder(this.meta, stored.meta) < 0
      return isOlder ? [stored.data, stored.meta, true] : [data, this.meta]
    }
    return [
      schema.mergeWithStore(stored.meta, this.meta, stored.data, data),
      schema.mergeMetaWithStore(stored.meta, this.meta, stored.data, data),
    ]
  }

  #openInvalid(schema: { readonly key: string }, pk: string): void {
    this.#open(
      schema,
      pk,
      (stored) =>
        compareOrder(this.meta, stored.meta) < 0
          ? [stored.data, stored.meta, stored.invalid]
          : [stored.data, this.meta, true],
      () => [{}, this.meta, true],
    )
  }

  #open(
    schema: { readonly key: string },
    pk: string,
    join: (stored: EntityRow) => [data: object, meta: RowMeta, invalid?: boolean],
    create?: () => [data: object, meta: RowMeta, invalid?: boolean],
  ): void {
    const stored = this.#source.getRow(schema.key, pk)
    const opened = stored === undefined ? create?.() : join(stored)
    if (opened === undefined) return
    const [data, meta, invalid = false] = opened
    let drafts = this.#drafts.get(schema.key)
    if (drafts === undefined) this.#drafts.set(schema.key, (drafts = new Map<string, Draft>()))
    drafts.set(pk, { schema, stored, data, invalid, meta })
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

function newer(one: RowMeta, other: RowMeta): RowMeta {
  return compareOrder(other, one) < 0 ? one : other
}

function finishRow(draft: Draft, meta: RowMeta): EntityRow | 'touched' | undefined {
  const { stored, invalid } = draft
  const data = stored === undefined ? draft.data : (reuse(stored.data, draft.data) as object)
  if (stored !== undefined && data === stored.data && invalid === stored.invalid) {
    if (isSame(stored.meta, draft.meta)) return undefined
    if (draft.meta === meta && !invalid) return 'touched'
  }
  const row: EntityRow = { data, invalid, meta: draft.meta }
  return process.env.NODE_ENV === 'production' ? row : deepFreeze(row)
}
