import type { DenormalizeDelegate, EntityRow, QueryDelegate, RowSchema } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import { isKind } from '../schema/kinds'
import { isObject } from '../util/isObject'
import type { Seam } from '../util/seam'
import { deserialize, type DeserializerLike } from './deserialize'
import { addChild, type Finished, type Frame, makeDeps, newFrame, stamp } from './frame'
import { type Deps, type Memo, NO_DEPS, tokenOf } from './Memo'
import type { RowSource } from './rowSource'

/** Objects nested deeper than this are begun and filled in later, so that no chain fills the call stack. */
const MAX_FRAMES = 100

/** One walk from ids to objects over one state: remembers what it builds, and what each object was made of. */
export class Reader implements DenormalizeDelegate, QueryDelegate {
  readonly #source: RowSource
  readonly #memo: Memo
  readonly #epoch: number
  readonly #args: readonly unknown[]
  readonly #frames: Frame[] = [newFrame(undefined, undefined, 0)]
  #top: Frame = this.#frames[0] as Frame
  /** Members of cycles that have their object already, by their data. */
  readonly #unfinished = new Map<object, Finished[]>()
  /** What is to be filled in when the call stack is short again. */
  readonly #deferred: (Finished & { readonly builder: RowSchema })[] = []
  #isLeaf = false
  /** Members of a cycle that turned out invalid after others had been given their object. */
  readonly #doomed: { readonly data: object; readonly schema: unknown; readonly deps: Deps }[] = []

  constructor(source: RowSource, memo: Memo, epoch: number, args: readonly unknown[] = []) {
    this.#source = source
    this.#memo = memo
    this.#epoch = epoch
    this.#args = args
  }

  /** What readers see of `input`; `undefined` where it is not there, INVALID where it must not be shown. */
  read(schema: unknown, input: unknown): unknown {
    const isResult = typeof input === 'object' && input !== null && !isKind(schema)
    return isResult ? this.#build(input, schema) : this.visit(schema, input)
  }

  /** All that was read since this reader was made. */
  deps(): Deps {
    return makeDeps(this.#frames[0] as Frame)
  }

  visit(schema: unknown, input: unknown): unknown {
    if (input === null || input === undefined) return input
    if (isKind(schema)) return schema.denormalize(input, this)
    if (typeof schema === 'function') return deserialize(schema as DeserializerLike, input)
    if (Array.isArray(schema)) return this.#visitArray(schema[0], input)
    if (typeof schema === 'object' && schema !== null) return this.#visitObject(schema, input)
    return input
  }

  list(schema: unknown, members: readonly unknown[]): readonly unknown[] {
    const list: unknown[] = []
    for (const member of members) {
      const value = this.visit(schema, member)
      if (value !== undefined && value !== INVALID) list.push(value)
    }
    return freeze(list)
  }

  argsKey(read: (args: readonly unknown[]) => string | undefined): string | undefined {
    return read(this.#args)
  }

  derived(
    _schema: object,
    value: unknown,
    make: (value: Seam, ...args: Seam[]) => unknown,
  ): unknown {
    return make(value, ...this.#args)
  }

  row(schema: RowSchema, pk: string): unknown {
    const row = this.#look(schema.key, pk)
    if (row === undefined) return undefined
    return row.invalid ? INVALID : this.#build(row.data, schema)
  }

  lastKnown(schema: RowSchema, pk: string): unknown {
    const row = this.#look(schema.key, pk)
    if (row === undefined || Object.keys(row.data).length === 0) return undefined
    const value = this.#build(row.data, schema)
    return value === INVALID ? undefined : value
  }

  created<Value extends object>(value: Value): Value {
    if (this.#isLeaf) return value
    const frame = this.#top
    // An object without a row of its own is built within the frame of what contains it, which came first.
    if (frame.isBegun) return value
    frame.isBegun = true
    frame.value ??= value
    return frame.value as Value
  }

  hasRow(schemaKey: string, pk: string): boolean {
    return this.#look(schemaKey, pk) !== undefined
  }

  pks(schemaKey: string): readonly string[] | undefined {
    return this.#source.keys(schemaKey)
  }

  find(schemaKey: string, field: string, value: unknown): string | undefined {
    return this.#source.find(schemaKey, field, value)
  }

  /** What a response of this schema would come to, as far as the rows and the arguments tell. */
  query(schema: unknown): unknown {
    if (isKind(schema)) return schema.queryKey(this.#args, this)
    if (!isObject(schema)) return isPlaceholder(schema) ? schema : undefined
    const result: Record<string, unknown> = {}
    for (const [field, member] of Object.entries(schema)) {
      const found = this.query(member)
      if (found !== undefined) result[field] = found
    }
    return result
  }

  #look(schemaKey: string, pk: string): EntityRow | undefined {
    const row = this.#source.getRow(schemaKey, pk)
    this.#top.reads.push(schemaKey, pk, tokenOf(row))
    return row
  }

  #build(data: object, schema: unknown): unknown {
    const key = cacheKey(schema)
    const known = this.#memo.find(data, key, this.#source, this.#epoch)
    if (known !== undefined) {
      addChild(this.#top, known.deps)
      return known.value
    }
    const doomed = this.#doomed.find((it) => it.data === data && it.schema === key)
    if (doomed !== undefined) {
      addChild(this.#top, doomed.deps)
      return INVALID
    }
    return this.#findUnfinished(data, key) ?? this.#buildNew(data, schema, key)
  }

  /** The object of a cycle that is under construction, or finished but not remembered before all of the cycle is. */
  #findUnfinished(data: object, key: unknown): unknown {
    const started = this.#frames.findLast((it) => it.data === data && it.schema === key)
    if (started !== undefined) started.isReferenced = true
    const finished = this.#unfinished.get(data)?.find((it) => it.schema === key)
    const open = started ?? finished?.holder
    if (open === undefined) return undefined
    this.#top.lowest = Math.min(this.#top.lowest, open.lowest)
    return (started ?? finished)?.value
  }

  #buildNew(data: object, schema: unknown, key: unknown): unknown {
    if (isBuilder(schema) && !schema.hasParts) return this.#buildLeaf(data, schema, key)
    if (isBuilder(schema) && this.#frames.length > MAX_FRAMES) return this.#defer(data, schema, key)
    for (;;) {
      const frame = newFrame(data, key, this.#frames.length)
      const value = this.#buildIn(frame, data, schema)
      const isOutermost = frame.lowest === frame.index
      if (isOutermost && frame.mustRepeat && value !== INVALID) this.#discard(frame)
      else {
        if (isOutermost) this.#remember(frame, value)
        else this.#handToCycle(frame, value)
        return value
      }
    }
  }

  #buildIn(frame: Frame, data: object, schema: unknown): unknown {
    const outer = this.#top
    this.#frames.push(frame)
    this.#top = frame
    const value = this.#construct(data, schema)
    if (frame.index === 1) this.#buildDeferred()
    this.#frames.pop()
    this.#top = outer
    if (value === INVALID && frame.isReferenced) {
      this.#doomed.push({ data, schema: frame.schema, deps: makeDeps(frame) })
      frame.mustRepeat = true
    }
    return value
  }

  /** What refers to nothing needs no frame, and depends on its own data alone. */
  #buildLeaf(data: object, schema: RowSchema, key: unknown): unknown {
    this.#isLeaf = true
    const value = this.#construct(data, schema)
    this.#isLeaf = false
    this.#memo.put(data, key, value, NO_DEPS)
    return value
  }

  /** Far down a chain the object is only begun, and filled in when the call stack is short again. */
  #defer(data: object, schema: RowSchema, key: unknown): unknown {
    const value = schema.begin(data)
    if (value === INVALID) return INVALID
    const holder = this.#frames[1] as Frame
    this.#deferred.push({ data, schema: key, value, holder, builder: schema })
    this.#addUnfinished({ data, schema: key, value, holder })
    this.#top.lowest = 1
    return value
  }

  /** Everything that was deferred counts as one cycle with the outermost object. */
  #buildDeferred(): void {
    for (let next = this.#deferred.pop(); next !== undefined; next = this.#deferred.pop()) {
      const frame = newFrame(next.data, next.schema, this.#frames.length)
      Object.assign(frame, { value: next.value, lowest: 1, isReferenced: true })
      this.#handToCycle(frame, this.#buildIn(frame, next.data, next.builder))
    }
  }

  #construct(data: object, schema: unknown): unknown {
    if (!isBuilder(schema)) return this.visit(schema, data)
    const value = schema.build(data, this)
    return value === INVALID ? INVALID : freeze(value as object)
  }

  #remember(frame: Frame, value: unknown): void {
    const deps = makeDeps(frame)
    this.#memo.put(frame.data as object, frame.schema, value, stamp(deps, this.#epoch))
    // Where the outermost member is invalid the others were built on it in vain: they are built again when asked for.
    if (value !== INVALID || !frame.mustRepeat) {
      for (const member of frame.members) {
        this.#memo.put(member.data, member.schema, member.value, deps)
      }
    }
    this.#discard(frame)
    addChild(this.#top, deps)
  }

  #discard(frame: Frame): void {
    for (const { data } of frame.members) this.#unfinished.delete(data)
  }

  #handToCycle(frame: Frame, value: unknown): void {
    const outer = this.#top
    outer.lowest = Math.min(outer.lowest, frame.lowest)
    outer.mustRepeat ||= frame.mustRepeat
    for (const read of frame.reads) outer.reads.push(read)
    for (const child of frame.children) outer.children.push(child)
    for (const member of frame.members) {
      member.holder = outer
      outer.members.push(member)
    }
    const finished = { data: frame.data as object, schema: frame.schema, value, holder: outer }
    outer.members.push(finished)
    this.#addUnfinished(finished)
  }

  #addUnfinished(member: Finished): void {
    const others = this.#unfinished.get(member.data)?.filter((it) => it.schema !== member.schema)
    this.#unfinished.set(member.data, [...(others ?? []), member])
  }

  #visitArray(schema: unknown, input: unknown): unknown {
    return Array.isArray(input) ? this.list(schema, input) : input
  }

  #visitObject(schema: object, input: unknown): unknown {
    if (!isObject(input)) return input
    const copy: Record<string, unknown> = { ...input }
    for (const field of Object.keys(schema)) {
      if (!Object.hasOwn(copy, field)) continue
      const value = this.visit((schema as Record<string, unknown>)[field], copy[field])
      if (value === INVALID) return INVALID
      copy[field] = value
    }
    return freeze(copy)
  }
}

function isBuilder(schema: unknown): schema is RowSchema {
  return isKind(schema) && 'build' in schema
}

function isPlaceholder(schema: unknown): boolean {
  return typeof schema !== 'function' && !Array.isArray(schema)
}

function cacheKey(schema: unknown): unknown {
  return (schema as Partial<RowSchema> | undefined)?.cacheWith ?? schema
}

function freeze<Value extends object>(value: Value): Value {
  return process.env.NODE_ENV === 'production' ? value : Object.freeze(value)
}
