import type { DenormalizeDelegate, EntityRow, QueryDelegate, RowSchema } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import { isKind } from '../schema/kinds'
import { expectsData, isLiteral, literalValue } from '../schema/literal'
import { isObject } from '../util/isObject'
import type { Seam } from '../util/seam'
import { deserialize, type DeserializerLike } from './deserialize'
import { argsAsText } from './argsAsText'
import { indexValue } from './indexChanges'
import type { Memo } from './Memo'
import {
  allHold,
  ArgsPart,
  Entry,
  InvalidRow,
  NO_PARTS,
  type Part,
  type Scene,
  TablePart,
  tokenOf,
} from './parts'
import type { RowSource } from './rowSource'
import { Workshop } from './Workshop'
import { freeze } from '../util/freeze'
import { sized } from '../util/sized'

/** What the response of a delete carried of an entity, by the row that it left; it is nowhere else. */
export const deletedEntities = new WeakMap<EntityRow, unknown>()

/** One walk from ids to objects over one state: remembers what it builds, and what each object was made of. */
export class Reader implements DenormalizeDelegate, QueryDelegate, Scene {
  readonly source: RowSource
  readonly epoch: number
  readonly args: readonly unknown[]
  readonly #memo: Memo
  readonly #workshop: Workshop

  constructor(source: RowSource, memo: Memo, epoch: number, args: readonly unknown[] = []) {
    this.source = source
    this.epoch = epoch
    this.args = args
    this.#memo = memo
    memo.look(epoch)
    this.#workshop = new Workshop(memo, this)
  }

  /** What readers see of `input`; `undefined` where it is not there, INVALID where it must not be shown. */
  read(schema: unknown, input: unknown): unknown {
    if (typeof input !== 'object' || input === null) return this.visit(schema, input)
    const known = this.#memo.findObject(input, schema)
    if (known?.holds(this) === true) return this.#workshop.use(known)
    const origin = { schemaKey: undefined, pk: '', schema, token: input }
    return this.#workshop.build(origin, schema, known)
  }

  /** All that was read since this reader was made. */
  parts(): readonly Part[] {
    return this.#workshop.parts
  }

  /** The arguments as text, where what was read depends on them; `undefined` where it depends on rows alone. */
  argsText(): string | undefined {
    return this.#workshop.top.isVolatile ? argsAsText(this.args) : undefined
  }

  visit(schema: unknown, input: unknown): unknown {
    if (input === null || input === undefined) return input
    if (isKind(schema)) return schema.denormalize(input, this)
    if (typeof schema === 'function') return deserialize(schema as DeserializerLike, input)
    if (!expectsData(schema)) return input
    if (!Array.isArray(schema)) return this.#visitObject(schema as object, input)
    return Array.isArray(input) ? this.list(schema[0], input) : input
  }

  list(schema: unknown, members: readonly unknown[]): readonly unknown[] {
    const { top, parts } = this.#workshop
    const { start } = top
    // A list that is all there is to build may be met again within a cycle; a field's list is announced with its owner.
    const room = sized<unknown>(members.length)
    const list = top.token === members ? this.created(room) : room
    let count = 0
    let isAligned = top.token === members && parts.length === start
    for (let at = 0; at < members.length; at++) {
      const value = this.visit(schema, members[at])
      isAligned &&= isLastPart(parts, start + at, value)
      if (value !== undefined && value !== INVALID) list[count++] = value
    }
    list.length = count
    if (isAligned) top.member = schema
    return freeze(list)
  }

  row(schema: RowSchema, pk: string): unknown {
    const filedUnder = schema.cacheWith ?? schema
    const known = this.#memo.find(schema.key, pk, filedUnder)
    if (known !== undefined && known.epoch === this.epoch) return this.#workshop.use(known)
    const row = this.source.getRow(schema.key, pk)
    const token = tokenOf(row)
    if (token === undefined || token === INVALID)
      return this.#workshop.use(this.#bare(schema.key, pk, row))
    if (known?.token === token && known.holds(this)) return this.#workshop.use(known)
    const origin = { schemaKey: schema.key, pk, schema: filedUnder, token: token as object }
    return this.#workshop.build(origin, schema, known)
  }

  lastKnown(schema: RowSchema, pk: string): unknown {
    const row = this.source.getRow(schema.key, pk)
    this.#workshop.use(this.#bare(schema.key, pk, row))
    if (row === undefined) return undefined
    const said = deletedEntities.get(row)
    if (said !== undefined || Object.keys(row.data).length === 0) return said
    const filedUnder = schema.cacheWith ?? schema
    const known = this.#memo.find(schema.key, pk, filedUnder)
    const isSame = known?.token === row.data && allHold(known.parts, this)
    const origin = { schemaKey: schema.key, pk, schema: filedUnder, token: row.data }
    const value = isSame ? known.value : this.#workshop.build(origin, schema, known)
    // It was made of a row that must not be shown, and so is nothing for other readers.
    if (row.invalid) this.#memo.find(schema.key, pk, filedUnder)?.expire(this.epoch)
    return value === INVALID ? undefined : value
  }

  created<Value extends object>(value: Value): Value {
    return this.#workshop.created(value)
  }

  argsKey(read: (args: readonly unknown[]) => string | undefined): string | undefined {
    const found = read(this.args)
    this.#depend(new ArgsPart(read, found))
    this.#workshop.top.isVolatile = true
    return found
  }

  derived(
    schema: object,
    value: unknown,
    make: (value: Seam, ...args: Seam[]) => unknown,
  ): unknown {
    const args = this.argsKey(argsAsText) as string
    const ask = (): unknown => make(value, ...this.args)
    return typeof value === 'object' && value !== null
      ? this.#memo.derive(schema, value, args, ask)
      : ask()
  }

  hasRow(schemaKey: string, pk: string): boolean {
    const row = this.source.getRow(schemaKey, pk)
    this.#workshop.use(this.#bare(schemaKey, pk, row))
    return row !== undefined
  }

  pks(schemaKey: string): readonly string[] | undefined {
    this.#depend(new TablePart(schemaKey))
    return this.source.keys(schemaKey)
  }

  find(schemaKey: string, field: string, value: unknown): string | undefined {
    this.#depend(new TablePart(schemaKey))
    const text = indexValue(value)
    return text === undefined ? undefined : this.source.find(schemaKey, field, text)
  }

  /** What a response of this schema would come to, as far as the rows and the arguments tell. */
  query(schema: unknown): unknown {
    if (isKind(schema)) return schema.queryKey(this.args, this)
    if (isLiteral(schema)) return literalValue(schema)
    if (!isObject(schema)) return undefined
    const result: Record<string, unknown> = {}
    for (const [field, member] of Object.entries(schema)) {
      const found = this.query(member)
      if (found !== undefined && found !== INVALID) result[field] = found
    }
    return result
  }

  #depend(part: Part): void {
    this.#workshop.parts.push(part)
  }

  /** For a row of which nothing is built. */
  #bare(schemaKey: string, pk: string, row: EntityRow | undefined): Entry {
    if (row?.invalid === true) return new InvalidRow(schemaKey, pk, row.data, this.epoch)
    const origin = { schemaKey, pk, schema: undefined, token: row?.data }
    return new Entry(origin, undefined, NO_PARTS, this.epoch)
  }

  #visitObject(schema: object, input: unknown): unknown {
    if (!isObject(input)) return input
    const copy: Record<string, unknown> = { ...input }
    for (const [field, member] of Object.entries(schema) as [string, unknown][]) {
      if (!Object.hasOwn(copy, field)) continue
      const value = this.visit(member, copy[field])
      if (value === INVALID) return INVALID
      copy[field] = value
    }
    return freeze(copy)
  }
}

/** Whether what was just visited is the one part that a list's member left, and nothing else was made of it. */
function isLastPart(parts: readonly Part[], at: number, value: unknown): boolean {
  const part = parts[at]
  return parts.length === at + 1 && part instanceof Entry && part.value === value
}
