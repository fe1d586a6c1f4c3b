import { listOf } from '../schema/ArraySchema'
import type {
  EntityRow,
  IndexedList,
  IndexOfLists,
  ListChanges,
  NormalizeDelegate,
  RowMeta,
  RowSchema,
} from '../schema/contract'
import { giveWarnings } from '../schema/heldWarnings'
import { expectsData, expectsObject, INVALID, isSchemaObject } from '../schema/schemaObject'
import { describeData, textOf } from '../util/messages'
import { isNothing, isObject } from '../util/checks'
import { preallocate } from '../util/collections'
import { getOwn, setOwn } from '../util/record'
import { NotPlainError, toStored } from '../util/toPlain'
import { DenormalizeCache } from './DenormalizeCache'
import { Denormalizer } from './Denormalizer'
import { checkConverter, type DeserializerLike } from './deserialize'
import { holdLeftOut } from './leftOut'
import { missingPart } from './missingPart'
import { noteWritten } from './noteWritten'
import type { PendingRow } from './PendingRow'
import { type NormalizeContext, type NormalizedResponse, PendingRows } from './PendingRows'
import { plainSource } from './rowSource'
import { formatPath, SchemaError } from './SchemaError'

/** One walk of a response: collects the rows it writes, and knows where it is when something does not fit. */
export class NormalizeRun implements NormalizeDelegate {
  readonly args: readonly unknown[]
  addresses: readonly (string | undefined)[]
  readonly meta: RowMeta
  parentEntity: object | undefined
  readonly #context: NormalizeContext
  readonly root: unknown
  readonly #rows: PendingRows
  readonly path: (string | number)[] = []
  #last: (() => void)[] | undefined
  /** Whether the value that is being visited is a member of a list or map. */
  #isMember = false
  /** The input objects of the entities that contain the value that is being visited. */
  readonly #open: object[] = []

  constructor(context: NormalizeContext, root: unknown) {
    this.#context = context
    this.root = root
    this.args = context.args
    this.addresses = context.landing.addresses ?? []
    this.meta = context.landing.meta
    this.#rows = new PendingRows(context)
  }

  /**
   * Stores a whole response.
   * @throws SchemaError for errors of user code too, with the path to where it happened
   */
  run(input: unknown): NormalizedResponse {
    try {
      this.#checkParts(input)
      const result = this.#visitRoot(input)
      this.#last?.forEach((run) => run())
      if (!this.#context.landing.isRead && !this.isExpected)
        noteWritten(this.#rows, this, this.#context.landing.isOverlapped)
      const response = this.#rows.finish(result)
      if (process.env.NODE_ENV !== 'production') giveWarnings(this)
      return response
    } catch (error) {
      throw error instanceof SchemaError ? error : this.#explain(error)
    }
  }

  visit(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    step?: string | number,
  ): unknown {
    this.parentEntity = undefined
    this.#isMember = step !== undefined
    if (step === undefined) return this.#visit(schema, value, parent, key)
    this.path.push(step)
    const result = this.#visit(schema, value, parent, key)
    this.path.pop()
    return result
  }

  visitMember(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    index?: number,
  ): unknown {
    if (!isNothing(value) && value !== '') return this.visit(schema, value, parent, key, index)
    if (index !== undefined) this.path.push(index)
    this.#isMember = index !== undefined && value !== ''
    this.refuse(schema as object, value, 'an object or an id')
    this.path.pop()
    return undefined
  }

  visitField(schema: unknown, data: object, field: string, entity?: object): unknown {
    this.path.push(field)
    this.parentEntity = entity
    this.#isMember = false
    const result = this.#visit(schema, (data as Record<string, unknown>)[field], data, field)
    this.path.pop()
    return result
  }

  refuse(schema: object, value: unknown, expected: string, text = describeData(value)): undefined {
    if (!this.#isMember) return this.fail(expected, value, text)
    if (process.env.NODE_ENV !== 'production') {
      holdLeftOut(this, { schema, path: formatPath(this.root, this.path), expected, found: text })
    }
    return undefined
  }

  afterwards(run: () => void): void {
    ;(this.#last ??= []).push(run)
  }

  pendingRow(schema: RowSchema, pk: string): PendingRow {
    const isOfResult = this.#open.length === 0
    if (isOfResult && !this.#isMember) this.#rows.rename(schema, pk)
    const row = this.#rows.of(schema, pk)
    if (isOfResult) row.isOfResult = true
    return row
  }

  changeLists(schema: RowSchema, changes: ListChanges, among?: Iterable<IndexedList>): void {
    this.#rows.changeLists(schema, changes, among)
  }

  invalidate(schema: RowSchema, pk: string): void {
    this.pendingRow(schema, pk).invalidate(schema)
  }

  enter(input: object): boolean {
    if (this.#open.includes(input)) return false
    this.#open.push(input)
    return true
  }

  leave(): void {
    this.#open.pop()
  }

  storedRow(schemaKey: string, pk: string): EntityRow | undefined {
    return this.#rows.find(schemaKey, pk)?.renamedFrom ?? this.#context.source.getRow(schemaKey, pk)
  }

  rowBefore(schemaKey: string, pk: string): EntityRow | undefined {
    const { before, renamedFrom } = this.#context.landing
    if (before === undefined) return this.storedRow(schemaKey, pk)
    const row = before[1]?.(schemaKey, pk)
    // A message may have brought a new key before the response does.
    const isNamed = row?.invalid === false || !this.#rows.find(schemaKey, pk)?.hasNewKey
    return isNamed ? row : before[1]?.(schemaKey, renamedFrom?.(schemaKey, pk) ?? pk)
  }

  lists(schemaKey: string): IndexOfLists {
    return this.#rows.lists(schemaKey)
  }

  storedRows(schemaKey: string): Iterable<readonly [pk: string, row: EntityRow]> {
    return this.#context.source.rows(schemaKey)
  }

  brought(schemaKey: string, pk: string): object | undefined {
    return this.#rows.find(schemaKey, pk)?.data
  }

  rowAfter(schemaKey: string, pk: string): EntityRow | undefined {
    const pending = this.#rows.find(schemaKey, pk)
    if (pending) return pending.resolve(this.#context.landing, schemaKey)
    return this.storedRow(schemaKey, pk)
  }

  shown(schema: RowSchema, pk: string, getRow: NormalizeDelegate['storedRow']): unknown {
    const source = { ...plainSource({}), getRow }
    const value = new Denormalizer(source, new DenormalizeCache(source), source, []).read(
      schema,
      pk,
    )
    return value === INVALID ? undefined : value
  }

  fail(expected: string, found: unknown, text = describeData(found)): never {
    throw new SchemaError(formatPath(this.root, this.path), `expected ${expected}, found ${text}`)
  }

  get listArgs(): readonly unknown[] {
    return this.#context.landing.listArgs ?? this.args
  }

  isAbout(address: string | undefined): boolean {
    return address !== undefined && this.addresses.includes(address)
  }

  get isAlone(): boolean {
    return this.#context.landing.isOverlapped === false
  }

  get isExpected(): boolean {
    return this.#context.landing.isExpected === true
  }

  missingPk(expected: string, found: unknown): string {
    return this.#context.landing.makeKey?.() ?? this.#failUnnamed(expected, found)
  }

  /** Of a mutation that was carried out there may be nothing to store, which is for the endpoint to say. */
  #failUnnamed(expected: string, found: unknown): never {
    const advice =
      process.env.NODE_ENV !== 'production' && this.#context.landing.isMutation
        ? '; give it in `process`, or set `schema: undefined` if nothing of the response is to be stored'
        : ''
    return this.fail(expected, found, `${describeData(found)}${advice}`)
  }

  /** A server that responds with another object than expected is not taken for one that has none of its parts. */
  #checkParts(input: unknown): void {
    const missing = this.#context.landing.isWhole === true && missingPart(this.root, input)
    if (!missing) return
    this.path.push(...missing)
    const advice =
      process.env.NODE_ENV === 'production'
        ? ''
        : '; if the server leaves it out where there is none, give null or an empty list in `process`'
    this.fail('what the schema has', undefined, `nothing${advice}`)
  }

  /** Visits a whole response, where text is no primary key and nothing is no response. */
  #visitRoot(value: unknown): unknown {
    const schema = this.root
    if ((typeof value !== 'object' || value === null) && expectsObject(schema)) {
      const isStored = this.isExpected || this.#context.landing.makeKey === undefined
      return isStored ? this.#failUnnamed('an object or a list', value) : value
    }
    if (isNothing(value) && isSchemaObject(schema)) return schema.normalize(value, value, '', this)
    return this.visit(schema, value, value, '')
  }

  #visit(schema: unknown, value: unknown, parent: unknown, key: string): unknown {
    const isOfKind = isSchemaObject(schema)
    if (value === undefined || (value === null && !(isOfKind && schema.takesNull === true)))
      return value
    if (isOfKind) return schema.normalize(value, parent, key, this)
    if (expectsData(schema)) {
      return Array.isArray(schema)
        ? this.#visitArray(schema, value, parent, key)
        : this.#visitObject(schema as object, value)
    }
    const stored = toStored(value)
    if (typeof schema === 'function') checkConverter(schema as DeserializerLike, stored)
    return stored
  }

  #visitArray(schema: readonly unknown[], value: unknown, parent: unknown, key: string): unknown {
    if (schema.length !== 1 && process.env.NODE_ENV !== 'production') {
      throw new TypeError(`a list schema has one member schema, this one has ${schema.length}`)
    }
    const members = Array.isArray(value) ? (value as unknown[]) : listOf(value, this)
    // Not `map`, which would leave the holes of a sparse array in place, nor `push`, which leaves room for more.
    const visited = preallocate<unknown>(members.length)
    const [member] = schema
    const mayLeaveOut = isSchemaObject(member)
    let count = 0
    for (let at = 0; at < members.length; at++) {
      const result = this.visit(member, members[at], parent, key, at)
      const isKept = result !== undefined || !mayLeaveOut || isNothing(members[at])
      if (isKept) visited[count++] = result ?? null
    }
    visited.length = count
    return visited
  }

  #visitObject(schema: object, value: unknown): unknown {
    if (!isObject(value)) return this.fail('an object', value)
    const result: Record<string, unknown> = {}
    for (const field of Object.keys(value)) {
      const member = getOwn(schema as Record<string, unknown>, field)
      const visited = this.visitField(member, value, field)
      if (visited !== undefined) setOwn(result, field, visited)
    }
    return result
  }

  #explain(error: unknown): SchemaError {
    const isNotPlain = error instanceof NotPlainError
    const path = formatPath(this.root, this.path, isNotPlain ? error.at : '')
    const problem = error instanceof Error ? textOf(error) : describeData(error)
    return new SchemaError(path, problem, isNotPlain ? (error.cause ?? error) : error)
  }
}
