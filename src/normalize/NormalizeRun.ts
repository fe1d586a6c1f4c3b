import type {
  Carried,
  ListChanges,
  NormalizeDelegate,
  RowMeta,
  RowSchema,
  SchemaKind,
} from '../schema/contract'
import { canLeaveOut, isKind } from '../schema/kinds'
import { expectsData, expectsObject } from '../schema/literal'
import { escapeLookalike } from '../util/binaries'
import { describeData } from '../util/describe'
import { isNothing } from '../util/isNothing'
import { getOwn, setOwn } from '../util/own'
import { textOf } from '../util/textOf'
import { NotPlainError, toPlain, UnreadableError } from '../util/toPlain'
import { checkConverter, type DeserializerLike } from './deserialize'
import { Drafts, type Owners, type RowsWritten } from './Drafts'
import type { DeletedRow, Landing, TableChange } from './landing'
import { formatPath, shortenText } from './path'
import type { RowDraft } from './RowDraft'
import type { RowSource } from './rowSource'
import { MissingPkError, SchemaError } from './SchemaError'
import { sized } from '../util/sized'
import { warnOfLeftOut } from './warnOfLeftOut'

/** Entities nested deeper than this, or anything else deeper than that, are an error, and not a full call stack. */
const MAX_NESTING = 500
const MAX_STEPS = 800

/** One walk of a response: collects the rows it writes, and knows where it is when something does not fit. */
export class NormalizeRun implements NormalizeDelegate {
  readonly args: readonly unknown[]
  readonly meta: RowMeta
  enclosing: object | undefined
  /** Rows that are gone, with what the response says of them. */
  readonly deleted: DeletedRow[] = []
  readonly #source: RowSource
  readonly #landing: Landing
  readonly #root: unknown
  /** Whether an entity without a primary key is an error; none is needed where nothing is stored. */
  readonly #needsKeys: boolean
  #unnamedCount = 0
  readonly #steps: (string | number)[] = []
  readonly #drafts: Drafts
  readonly #changes: TableChange[] = []
  /** How many entities contain the value that is being visited. */
  #depth = 0
  /** The input objects that contain the one being visited. */
  readonly #open: object[] = []

  constructor(
    source: RowSource,
    root: unknown,
    args: readonly unknown[],
    landing: Landing,
    owners: Owners,
    needsKeys = true,
  ) {
    this.#source = source
    this.#root = root
    this.args = args
    this.meta = landing.meta
    this.#landing = landing
    this.#needsKeys = needsKeys
    this.#drafts = new Drafts(source, owners)
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
    const isOfKind = isKind(schema)
    if (value === undefined || (value === null && !(isOfKind && schema.takesNull === true)))
      return value
    if (this.#steps.length > MAX_STEPS) {
      return this.fail(`no more than ${MAX_STEPS} levels (is it circular?)`, value)
    }
    if (isOfKind) {
      this.enclosing = enclosing
      return schema.normalize(value, parent, key, this)
    }
    if (expectsData(schema)) {
      return Array.isArray(schema)
        ? this.#visitArray(schema, value, parent, key)
        : this.#visitObject(schema as object, value)
    }
    const plain = toPlain(value)
    if (typeof schema === 'function') checkConverter(schema as DeserializerLike, plain)
    return plain
  }

  /** Visits a whole response: text where data was expected would pass for a primary key, and nothing for a response. */
  visitRoot(value: unknown): unknown {
    const schema = this.#root
    const isMissing = typeof value !== 'object' || value === null
    if (isMissing && expectsObject(schema)) {
      if (!this.#needsKeys) return value
      return this.fail('an object or a list', value, undefined, MissingPkError)
    }
    if (isNothing(value) && isKind(schema)) return schema.normalize(value, value, '', this)
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

  visitField(field: string, schema: unknown, data: object, entity?: object): unknown {
    this.#steps.push(field)
    this.#depth += 1
    const value = (data as Record<string, unknown>)[field]
    const result = this.visit(schema, value, data, field, entity)
    this.#depth -= 1
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
    const draft = this.#drafts.of(schema, pk)
    if (this.#depth === 0) draft.isOfResult = true
    return draft
  }

  visitMember(
    index: number | undefined,
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
  ): unknown {
    if (index !== undefined) {
      if (!this.takes(index, schema, value, parent, key)) return undefined
      this.#steps.push(index)
    }
    if (isNothing(value) || value === '') return this.fail('an object or an id', value)
    const result = this.visit(schema, value, parent, key)
    if (index !== undefined) this.#steps.pop()
    return result
  }

  takes(
    step: string | number,
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
  ): boolean {
    if (!isNothing(value) && !canLeaveOut(schema)) return true
    this.#steps.push(step)
    const isTaken = this.#isPlaced(schema, value, parent, key)
    this.#steps.pop()
    return isTaken
  }

  #isPlaced(schema: unknown, value: unknown, parent: unknown, key: string): boolean {
    const isPlaced =
      !isNothing(value) && (schema as SchemaKind).canPlace?.(value, parent, key) !== false
    if (process.env.NODE_ENV !== 'production' && !isPlaced) {
      warnOfLeftOut(schema, formatPath(this.#root, this.#steps), value)
    }
    return isPlaced
  }

  merge(schema: RowSchema, pk: string, data: object): void {
    this.draft(schema, pk).merge(schema, data)
  }

  changeLists(schema: RowSchema, changes: ListChanges): void {
    this.#changes.push({ schemaKey: schema.key, ...changes })
    for (const [pk, row] of this.#source.rows(schema.key)) {
      const isGone = row.invalid || this.#drafts.isInvalidated(schema.key, pk)
      const change = isGone ? undefined : changes.changeOf(pk)
      if (change !== undefined) this.#drafts.of(schema, pk).change(change)
    }
  }

  isContested(schemaKey: string, pk: string): boolean {
    return this.#landing.isContested(schemaKey, pk)
  }

  invalidate(schema: RowSchema, pk: string, carried?: Carried): void {
    this.draft(schema, pk).invalidate()
    if (carried !== undefined) this.deleted.push({ schema, pk, ...carried })
  }

  /** Runs what may fail, and goes on from where it was; `undefined` where it failed. */
  attempt<Result>(walk: () => Result): Result | undefined {
    const [steps, depth, open] = [this.#steps.length, this.#depth, this.#open.length]
    try {
      return walk()
    } catch {
      this.#steps.length = steps
      this.#depth = depth
      this.#open.length = open
      return undefined
    }
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

  stored(schemaKey: string, pk: string): object | undefined {
    const row = this.#source.getRow(schemaKey, pk)
    return row === undefined || row.invalid ? undefined : row.data
  }

  storedMeta(schemaKey: string, pk: string): RowMeta | undefined {
    return this.#source.getRow(schemaKey, pk)?.meta
  }

  overruled(schemaKey: string, pk: string): object | undefined {
    if (!this.#landing.hasOverlaps) return undefined
    return this.#drafts.find(schemaKey, pk)?.overruled(this.#landing, schemaKey)
  }

  fail(expected: string, found: unknown, text = describeData(found), Failure = SchemaError): never {
    throw new Failure(formatPath(this.#root, this.#steps), `expected ${expected}, found ${text}`)
  }

  missingPk(expected: string, found: unknown): string {
    if (this.#needsKeys) return this.fail(expected, found, undefined, MissingPkError)
    this.#unnamedCount += 1
    return `?${this.#unnamedCount}`
  }

  /** The rows that changed and the ones that were only confirmed. */
  finish(): RowsWritten & { readonly changes: readonly TableChange[] } {
    const written = this.#drafts.finish(this.#landing)
    return { ...written, changes: [...this.#changes, ...written.pages] }
  }

  #visitArray(schema: readonly unknown[], value: unknown, parent: unknown, key: string): unknown {
    if (process.env.NODE_ENV !== 'production' && schema.length !== 1) {
      throw new TypeError(`a list schema has one member schema, this one has ${schema.length}`)
    }
    if (typeof value !== 'object') return this.fail('a list', value)
    const members: unknown[] = Array.isArray(value) ? value : Object.values(value as object)
    // Not `map`, which would leave the holes of a sparse array in place, nor `push`, which leaves room for more.
    const visited = sized<unknown>(members.length)
    const [member] = schema
    const mayLeaveOut = canLeaveOut(member)
    const depth = this.#steps.push(0) - 1
    let count = 0
    for (let at = 0; at < members.length; at++) {
      this.#steps[depth] = at
      const it = members[at]
      const isKnown = !mayLeaveOut || isNothing(it) || this.#isPlaced(member, it, parent, key)
      if (!isKnown) continue
      visited[count++] = this.visit(member, it, parent, key) ?? null
    }
    this.#steps.pop()
    visited.length = count
    return visited
  }

  #visitObject(schema: object, value: unknown): unknown {
    if (typeof value !== 'object' || Array.isArray(value)) return this.fail('an object', value)
    const result: Record<string, unknown> = {}
    for (const [field, member] of Object.entries(value as object)) {
      const own = getOwn(schema as Record<string, unknown>, field)
      const visited = this.visitAt(field, own, member, value, field)
      if (visited !== undefined) setOwn(result, field, visited)
    }
    return escapeLookalike(result)
  }

  #explain(error: unknown): SchemaError {
    const isUnreadable = error instanceof UnreadableError
    const at = isUnreadable || error instanceof NotPlainError ? shortenText(error.at) : ''
    const problem = error instanceof Error ? textOf(error) : describeData(error)
    const cause = isUnreadable ? error.cause : error
    return new SchemaError(formatPath(this.#root, this.#steps) + at, problem, cause)
  }
}
