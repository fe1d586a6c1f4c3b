import type { DenormalizeDelegate, RowSchema } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import { isKind } from '../schema/kinds'
import { freeze } from '../util/freeze'
import { type DataOrigin, type Finished, Frame, ringEntries } from './frame'
import { isAligned, ListEntry } from './ListEntry'
import type { Memo } from './Memo'
import { OpenCycles } from './OpenCycles'
import { Entry, NO_PARTS, type Part, type Scene, VOLATILE } from './parts'

/** Objects nested deeper than this are begun and filled in later, so that no chain fills the call stack. */
const MAX_FRAMES = 100

/** The walk, as the schemas see it, and the state that it walks in. */
type Walk = DenormalizeDelegate & Scene

/** Builds objects from rows, each once, cycles and long chains included, and remembers what each was made of. */
export class Workshop {
  /** What all that is under construction is made of; that of the innermost is last. */
  readonly parts: Part[] = []
  /** The innermost object under construction. */
  top = new Frame(NOWHERE, { index: 0, start: 0 })
  readonly #memo: Memo
  readonly #walk: Walk
  readonly #frames: Frame[] = [this.top]
  readonly #cycles = new OpenCycles()
  /** What is to be filled in when the call stack is short again. */
  readonly #deferred: (Finished & { readonly builder: RowSchema })[] = []
  #isLeaf = false

  constructor(memo: Memo, walk: Walk) {
    this.#memo = memo
    this.#walk = walk
  }

  /**
   * What a schema makes of some data; it is remembered, and found again while all that it was made of is the same.
   * @param known what was made of the same row before, and does not hold any more
   */
  build(origin: DataOrigin, schema: unknown, known: Entry | undefined): unknown {
    const { token } = origin
    const past = this.#memo.findPast(token, origin.schema, this.#walk)
    if (past !== undefined) return this.#keep(past)
    const doomed = this.#cycles.findDoomed(token, origin.schema)
    if (doomed !== undefined) return this.use(doomed)
    const unfinished = this.#findUnfinished(token, origin.schema)
    if (unfinished !== undefined) return unfinished
    if (isBuilder(schema)) {
      if (!schema.hasParts) return this.#buildLeaf(origin, schema)
      if (this.#frames.length > MAX_FRAMES) return this.#defer(origin, schema)
    }
    if (known instanceof ListEntry && known.token === token) {
      const patched = this.#patch(known)
      if (patched !== undefined) return this.#keep(patched)
    }
    return this.#buildNew(origin, schema)
  }

  /** Takes something that is there already as a part of what is under construction. */
  use(entry: Entry): unknown {
    this.parts.push(entry)
    if (entry.epoch === VOLATILE) this.top.isVolatile = true
    return entry.value
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

  #keep(entry: Entry): unknown {
    this.#memo.put(entry)
    return this.use(entry)
  }

  /** The object of a cycle that is under construction, or finished but not remembered before all of the cycle is. */
  #findUnfinished(data: object, schema: unknown): unknown {
    const started = this.#findStarted(data, schema)
    if (started !== undefined) started.isReferenced = true
    const finished = started === undefined ? this.#cycles.find(data, schema) : undefined
    const open = started ?? finished?.holder
    if (open === undefined) return undefined
    this.top.lowest = Math.min(this.top.lowest, open.lowest)
    return (started ?? finished)?.value
  }

  #findStarted(data: object, schema: unknown): Frame | undefined {
    for (let at = this.#frames.length - 1; at > 0; at--) {
      const frame = this.#frames[at] as Frame
      if (frame.token === data && frame.schema === schema) return frame
    }
    return undefined
  }

  #frame(origin: DataOrigin): Frame {
    return new Frame(origin, { index: this.#frames.length, start: this.parts.length })
  }

  #buildNew(origin: DataOrigin, schema: unknown): unknown {
    for (;;) {
      const frame = this.#frame(origin)
      const value = this.#buildIn(frame, schema)
      if (frame.lowest < frame.index) return this.#handToCycle(frame, value)
      if (!frame.mustRepeat || value === INVALID) return this.#remember(frame, value)
      this.#cycles.close(frame.members)
      this.parts.length = frame.start
    }
  }

  #buildIn(frame: Frame, schema: unknown): unknown {
    const outer = this.#open(frame)
    const value = this.#construct(frame, schema)
    this.#close(frame, outer)
    if (value === INVALID && frame.isReferenced) {
      const parts = this.parts.slice(frame.start)
      this.#cycles.doom(ringEntries(frame, INVALID, parts, this.#walk.epoch)[0])
      frame.mustRepeat = true
    }
    return value
  }

  #open(frame: Frame): Frame {
    const outer = this.top
    this.#frames.push(frame)
    this.top = frame
    return outer
  }

  #close(frame: Frame, outer: Frame): void {
    if (frame.index === 1) this.#buildDeferred()
    this.#frames.pop()
    this.top = outer
  }

  /** What refers to nothing needs no frame, and depends on its own data alone. */
  #buildLeaf(origin: DataOrigin, builder: RowSchema): unknown {
    this.#isLeaf = true
    const value = this.#construct(origin, builder)
    this.#isLeaf = false
    return this.#keep(new Entry(origin, value, NO_PARTS, this.#walk.epoch))
  }

  /** Far down a chain the object is only begun, and filled in when the call stack is short again. */
  #defer(origin: DataOrigin, builder: RowSchema): unknown {
    const { schemaKey, pk, schema, token } = origin
    const value = builder.begin(token)
    if (value === INVALID) return this.use(new Entry(origin, value, NO_PARTS, this.#walk.epoch))
    const holder = this.#frames[1] as Frame
    const finished = { schemaKey, pk, schema, token, value, holder }
    this.#deferred.push({ ...finished, builder })
    this.#cycles.add(finished)
    this.top.lowest = 1
    return value
  }

  /** Everything that was deferred counts as one cycle with the outermost object. */
  #buildDeferred(): void {
    for (let next = this.#deferred.pop(); next !== undefined; next = this.#deferred.pop()) {
      const frame = this.#frame(next)
      Object.assign(frame, { value: next.value, lowest: 1, isReferenced: true })
      this.#handToCycle(frame, this.#buildIn(frame, next.builder))
    }
  }

  #construct({ schemaKey, token }: DataOrigin, schema: unknown): unknown {
    if (schemaKey === undefined || !isBuilder(schema)) return this.#walk.visit(schema, token)
    const value = schema.build(token, this.#walk)
    return value === INVALID ? INVALID : freeze(value as object)
  }

  #remember(frame: Frame, value: unknown): unknown {
    const { epoch } = this.#walk
    const parts = this.#takeParts(frame)
    if (frame.members === undefined) {
      const isList = frame.member !== undefined && Array.isArray(value)
      return this.#keep(
        isList ? listEntry(frame, value, parts, epoch) : newEntry(frame, value, parts, epoch),
      )
    }
    const [own, ...members] = ringEntries(frame, value, parts, epoch)
    this.#memo.put(own)
    // Where the outermost member is invalid the others were built on it in vain: they are built again when asked for.
    const isSound = value !== INVALID || !frame.mustRepeat
    if (isSound) for (const member of members) this.#memo.put(member)
    this.#cycles.close(frame.members)
    return this.use(own)
  }

  /** What a frame is made of; it is no part of what contains it, which is made of the object itself. */
  #takeParts({ start }: Frame): readonly Part[] {
    if (this.parts.length === start) return NO_PARTS
    const parts = this.parts.slice(start)
    this.parts.length = start
    return parts
  }

  /** What belongs to a cycle that leads further out leaves its parts, and its members, to what contains it. */
  #handToCycle(frame: Frame, value: unknown): unknown {
    const outer = this.top
    outer.lowest = Math.min(outer.lowest, frame.lowest)
    outer.mustRepeat ||= frame.mustRepeat
    outer.isVolatile ||= frame.isVolatile
    const members = (outer.members ??= [])
    for (const member of frame.members ?? []) {
      member.holder = outer
      members.push(member)
    }
    const { schemaKey, pk, schema, token } = frame
    const finished = { schemaKey, pk, schema, token, value, holder: outer }
    members.push(finished)
    this.#cycles.add(finished)
    return value
  }

  /** The list with the members read again that do not hold; `undefined` where it has to be built anew. */
  #patch(known: ListEntry): ListEntry | undefined {
    const frame = this.#frame(known)
    const outer = this.#open(frame)
    const changes = this.#readAgain(known)
    this.#close(frame, outer)
    this.parts.length = frame.start
    const isAlone = !frame.isReferenced && frame.members === undefined && !frame.isVolatile
    if (isAlone && changes !== undefined) return known.patched(changes, this.#walk.epoch)
    this.#cycles.close(frame.members)
    return undefined
  }

  #readAgain(known: ListEntry): Map<number, Entry> | undefined {
    const changes = new Map<number, Entry>()
    for (const at of known.stale(this.#walk)) {
      const before = this.parts.length
      const value = this.#walk.visit(known.member, known.token[at])
      const part = this.parts[before]
      const isOne = this.parts.length === before + 1 && part instanceof Entry
      if (!isOne || part.value !== value) return undefined
      if (part !== known.parts[at]) changes.set(at, part)
    }
    return changes
  }
}

const NOWHERE: DataOrigin = { schemaKey: undefined, pk: '', schema: undefined, token: {} }

function newEntry(frame: Frame, value: unknown, parts: readonly Part[], epoch: number): Entry {
  return new Entry(frame, value, parts, frame.isVolatile ? VOLATILE : epoch)
}

function listEntry(
  frame: Frame,
  value: readonly unknown[],
  parts: readonly Part[],
  epoch: number,
): Entry {
  const { length } = frame.token as readonly unknown[]
  if (!isAligned(parts, length)) return newEntry(frame, value, parts, epoch)
  return new ListEntry(frame, value, parts, frame.isVolatile ? VOLATILE : epoch, frame.member)
}

function isBuilder(schema: unknown): schema is RowSchema {
  return isKind(schema) && 'build' in schema
}
