import type { DenormalizeDelegate, RowSchema } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import { isKind } from '../schema/kinds'
import { type Finished, Frame } from './frame'
import { isAligned, ListEntry } from './ListEntry'
import type { Memo } from './Memo'
import { Entry, NO_PARTS, type Scene, VOLATILE } from './parts'
import { freeze } from '../util/freeze'

/** Objects nested deeper than this are begun and filled in later, so that no chain fills the call stack. */
const MAX_FRAMES = 100

const NOTHING = {}

/** The walk, as the schemas see it, and the state that it walks in. */
type Walk = DenormalizeDelegate & Scene

/** Builds objects from rows, each once, cycles and long chains included, and remembers what each was made of. */
export class Workshop {
  readonly root = new Frame(undefined, '', undefined, NOTHING, 0)
  /** The innermost object under construction. */
  top: Frame = this.root
  readonly #memo: Memo
  readonly #walk: Walk
  readonly #frames: Frame[] = [this.root]
  /** Members of cycles that have their object already, by their data. */
  readonly #unfinished = new Map<object, Finished[]>()
  /** What is to be filled in when the call stack is short again. */
  readonly #deferred: (Finished & { readonly builder: RowSchema })[] = []
  #isLeaf = false
  /** Members of a cycle that turned out invalid after others had been given their object. */
  readonly #doomed: Entry[] = []

  constructor(memo: Memo, walk: Walk) {
    this.#memo = memo
    this.#walk = walk
  }

  /**
   * What a schema makes of some data; it is remembered, and found again while all that it was made of is the same.
   * @param schemaKey the table, `undefined` for an object without a row
   * @param known what was made before, and does not hold any more
   */
  build(
    schemaKey: string | undefined,
    pk: string,
    schema: unknown,
    filedUnder: unknown,
    data: object,
    known: Entry | undefined,
  ): unknown {
    const past = this.#memo.findPast(data, filedUnder, this.#walk)
    if (past !== undefined) {
      this.#memo.put(past)
      return this.#use(past)
    }
    if (this.#doomed.length > 0) {
      const doomed = this.#doomed.find((it) => it.token === data && it.schema === filedUnder)
      if (doomed !== undefined) return this.#use(doomed)
    }
    const unfinished = this.#findUnfinished(data, filedUnder)
    if (unfinished !== undefined) return unfinished
    if (isBuilder(schema)) {
      if (!schema.hasParts) return this.#buildLeaf(schemaKey, pk, schema, filedUnder, data)
      if (this.#frames.length > MAX_FRAMES) {
        return this.#defer(schemaKey, pk, schema, filedUnder, data)
      }
    }
    if (known instanceof ListEntry && known.token === data) {
      const patched = this.#patch(known)
      if (patched !== undefined) return this.#keep(patched)
    }
    return this.#buildNew(schemaKey, pk, schema, filedUnder, data)
  }

  /** Announces the object under construction, so that a cycle finds it; gives the one to fill. */
  created<Value extends object>(value: Value): Value {
    if (this.#isLeaf) return value
    const frame = this.top
    // An object without a row of its own is built within the frame of what contains it, which came first.
    if (frame.isBegun) return value
    frame.isBegun = true
    frame.value ??= value
    return frame.value as Value
  }

  #use(entry: Entry): unknown {
    this.top.parts.push(entry)
    if (entry.epoch === VOLATILE) this.top.isVolatile = true
    return entry.value
  }

  #keep(entry: Entry): unknown {
    this.#memo.put(entry)
    return this.#use(entry)
  }

  /** The object of a cycle that is under construction, or finished but not remembered before all of the cycle is. */
  #findUnfinished(data: object, schema: unknown): unknown {
    const started = this.#started(data, schema)
    if (started !== undefined) started.isReferenced = true
    const finished = started
      ? undefined
      : this.#unfinished.get(data)?.find((it) => it.schema === schema)
    const open = started ?? finished?.holder
    if (open === undefined) return undefined
    this.top.lowest = Math.min(this.top.lowest, open.lowest)
    return (started ?? finished)?.value
  }

  #started(data: object, schema: unknown): Frame | undefined {
    for (let at = this.#frames.length - 1; at > 0; at--) {
      const frame = this.#frames[at] as Frame
      if (frame.token === data && frame.schema === schema) return frame
    }
    return undefined
  }

  #buildNew(
    schemaKey: string | undefined,
    pk: string,
    schema: unknown,
    filedUnder: unknown,
    data: object,
  ): unknown {
    for (;;) {
      const frame = new Frame(schemaKey, pk, filedUnder, data, this.#frames.length)
      const value = this.#buildIn(frame, schema)
      const isOutermost = frame.lowest === frame.index
      if (isOutermost && frame.mustRepeat && value !== INVALID) this.#discard(frame)
      else {
        if (isOutermost) this.#remember(frame, value)
        else this.#handToCycle(frame, value)
        return value
      }
    }
  }

  #buildIn(frame: Frame, schema: unknown): unknown {
    const { schemaKey } = frame
    const value = this.#within(frame, () => this.#construct(schemaKey, frame.token, schema))
    if (value === INVALID && frame.isReferenced) {
      this.#doomed.push(frame.entry(INVALID, this.#walk.epoch))
      frame.mustRepeat = true
    }
    return value
  }

  #within<Result>(frame: Frame, work: () => Result): Result {
    const outer = this.top
    this.#frames.push(frame)
    this.top = frame
    const result = work()
    if (frame.index === 1) this.#buildDeferred()
    this.#frames.pop()
    this.top = outer
    return result
  }

  /** What refers to nothing needs no frame, and depends on its own data alone. */
  #buildLeaf(
    schemaKey: string | undefined,
    pk: string,
    builder: RowSchema,
    schema: unknown,
    token: object,
  ): unknown {
    this.#isLeaf = true
    const value = this.#construct(schemaKey, token, builder)
    this.#isLeaf = false
    const { epoch } = this.#walk
    return this.#keep(new Entry({ schemaKey, pk, schema, token }, value, NO_PARTS, epoch))
  }

  /** Far down a chain the object is only begun, and filled in when the call stack is short again. */
  #defer(
    schemaKey: string | undefined,
    pk: string,
    builder: RowSchema,
    schema: unknown,
    token: object,
  ): unknown {
    const value = builder.begin(token)
    if (value === INVALID) {
      const origin = { schemaKey, pk, schema, token }
      return this.#use(new Entry(origin, INVALID, NO_PARTS, this.#walk.epoch))
    }
    const holder = this.#frames[1] as Frame
    const finished = { schemaKey, pk, schema, token, value, holder }
    this.#deferred.push({ ...finished, builder })
    this.#addUnfinished(finished)
    this.top.lowest = 1
    return value
  }

  /** Everything that was deferred counts as one cycle with the outermost object. */
  #buildDeferred(): void {
    for (let next = this.#deferred.pop(); next !== undefined; next = this.#deferred.pop()) {
      const { schemaKey, pk, schema, token, value, builder } = next
      const frame = new Frame(schemaKey, pk, schema, token, this.#frames.length)
      Object.assign(frame, { value, lowest: 1, isReferenced: true })
      this.#handToCycle(frame, this.#buildIn(frame, builder))
    }
  }

  #construct(schemaKey: string | undefined, data: object, schema: unknown): unknown {
    if (schemaKey === undefined || !isBuilder(schema)) return this.#walk.visit(schema, data)
    const value = schema.build(data, this.#walk)
    return value === INVALID ? INVALID : freeze(value as object)
  }

  #remember(frame: Frame, value: unknown): void {
    const { epoch } = this.#walk
    if (frame.members === undefined) {
      this.#keep(listEntry(frame, value, epoch) ?? frame.entry(value, epoch))
      return
    }
    // Where the outermost member is invalid the others were built on it in vain: they are built again when asked for.
    const isSound = value !== INVALID || !frame.mustRepeat
    const entries = frame.ringEntries(value, epoch, isSound)
    for (const entry of entries) this.#memo.put(entry)
    this.#discard(frame)
    this.#use(entries[0] as Entry)
  }

  #discard(frame: Frame): void {
    for (const { token } of frame.members ?? []) this.#unfinished.delete(token)
  }

  #handToCycle(frame: Frame, value: unknown): void {
    const outer = this.top
    outer.lowest = Math.min(outer.lowest, frame.lowest)
    outer.mustRepeat ||= frame.mustRepeat
    outer.isVolatile ||= frame.isVolatile
    for (const part of frame.parts) outer.parts.push(part)
    const members = (outer.members ??= [])
    for (const member of frame.members ?? []) {
      member.holder = outer
      members.push(member)
    }
    const { schemaKey, pk, schema, token } = frame
    const finished = { schemaKey, pk, schema, token, value, holder: outer }
    members.push(finished)
    this.#addUnfinished(finished)
  }

  #addUnfinished(member: Finished): void {
    const others = this.#unfinished.get(member.token)?.filter((it) => it.schema !== member.schema)
    this.#unfinished.set(member.token, [...(others ?? []), member])
  }

  /** The list with the members read again that do not hold; `undefined` where it has to be built anew. */
  #patch(known: ListEntry): ListEntry | undefined {
    const { schemaKey, pk, schema, token } = known
    const frame = new Frame(schemaKey, pk, schema, token, this.#frames.length)
    const changes = new Map<number, Entry>()
    const isDone = this.#within(frame, () => this.#readAgain(known, frame, changes))
    if (!isDone || frame.isReferenced || frame.members !== undefined || frame.isVolatile) {
      this.#discard(frame)
      return undefined
    }
    return known.patched(changes, this.#walk.epoch)
  }

  #readAgain(known: ListEntry, frame: Frame, changes: Map<number, Entry>): boolean {
    for (const at of known.stale(this.#walk)) {
      frame.parts = []
      const value = this.#walk.visit(known.member, known.token[at])
      const [part] = frame.parts
      if (frame.parts.length !== 1 || !(part instanceof Entry) || part.value !== value) return false
      if (part !== known.parts[at]) changes.set(at, part)
    }
    return true
  }
}

function listEntry(frame: Frame, value: unknown, epoch: number): ListEntry | undefined {
  const { member, parts, token, isVolatile } = frame
  if (member === undefined || !Array.isArray(value)) return undefined
  const { length } = token as readonly unknown[]
  if (!isAligned(parts, length)) return undefined
  return new ListEntry(frame, value, parts.slice(), isVolatile ? VOLATILE : epoch, member)
}

function isBuilder(schema: unknown): schema is RowSchema {
  return isKind(schema) && 'build' in schema
}
