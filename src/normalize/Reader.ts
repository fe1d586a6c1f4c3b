import type { DenormalizeDelegate, EntityRow, QueryDelegate, RowSchema } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import { isKind } from '../schema/kinds'
import { isObject } from '../util/isObject'
import { deserialize, type DeserializerLike } from './deserialize'
import { addChild, type Frame, makeDeps, newFrame, stamp } from './frame'
import { type Deps, type Memo, tokenOf } from './Memo'
import type { RowSource } from './rowSource'

/** One walk from ids to objects over one state: remembers what it builds, and what each object was made of. */
export class Reader implements DenormalizeDelegate, QueryDelegate {
  readonly #source: RowSource
  readonly #memo: Memo
  readonly #epoch: number
  readonly #args: readonly unknown[]
  readonly #frames: Frame[] = [newFrame(undefined, undefined, 0)]
  #top: Frame = this.#frames[0] as Frame
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

  created(value: object): void {
    // An object without a row of its own is built within the frame of what contains it, which came first.
    this.#top.value ??= value
  }

  hasRow(schemaKey: string, pk: string): boolean {
    return this.#look(schemaKey, pk) !== undefined
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
    for (let index = this.#frames.length - 1; index > 0; index--) {
      const frame = this.#frames[index] as Frame
      if (frame.data === data && frame.schema === key) {
        frame.isReferenced = true
        this.#top.lowest = Math.min(this.#top.lowest, index)
        return frame.value
      }
      const member = frame.members.find((it) => it.data === data && it.schema === key)
      if (member !== undefined) {
        this.#top.lowest = Math.min(this.#top.lowest, member.lowest)
        return member.value
      }
    }
    return undefined
  }

  #buildNew(data: object, schema: unknown, key: unknown): unknown {
    for (;;) {
      const frame = newFrame(data, key, this.#frames.length)
      this.#frames.push(frame)
      this.#top = frame
      const value = this.#construct(data, schema)
      this.#frames.pop()
      this.#top = this.#frames.at(-1) as Frame
      if (value === INVALID && frame.isReferenced) {
        this.#doomed.push({ data, schema: key, deps: makeDeps(frame) })
        frame.mustRepeat = true
      }
      const isOutermost = frame.lowest === frame.index
      if (isOutermost && frame.mustRepeat && value !== INVALID) continue
      if (isOutermost) this.#remember(frame, value)
      else this.#handToCycle(frame, value)
      return value
    }
  }

  #construct(data: object, schema: unknown): unknown {
    const value = isBuilder(schema) ? schema.build(data, this) : this.visit(schema, data)
    if (process.env.NODE_ENV !== 'production' && value !== INVALID) Object.freeze(value)
    return value
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
    addChild(this.#top, deps)
  }

  #handToCycle(frame: Frame, value: unknown): void {
    const outer = this.#top
    outer.lowest = Math.min(outer.lowest, frame.lowest)
    outer.mustRepeat ||= frame.mustRepeat
    outer.reads.push(...frame.reads)
    outer.children.push(...frame.children)
    outer.members.push(...frame.members, {
      data: frame.data as object,
      schema: frame.schema,
      value,
      lowest: frame.lowest,
    })
  }

  #visitArray(schema: unknown, input: unknown): unknown {
    if (!Array.isArray(input)) return input
    const list: unknown[] = []
    for (const member of input as unknown[]) {
      const value = this.visit(schema, member)
      if (value !== undefined && value !== INVALID) list.push(value)
    }
    return freeze(list)
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
