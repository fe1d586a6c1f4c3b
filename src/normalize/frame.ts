import { Entry, NO_PARTS, type Origin, type Part, Ring, VOLATILE } from './parts'

/** An object under construction: what it is made of, and the outermost frame that it leads back to. */
export class Frame implements Origin {
  readonly schemaKey: string | undefined
  readonly pk: string
  readonly schema: unknown
  readonly token: object
  readonly index: number
  lowest: number
  /** The object, as soon as there is one. */
  value: unknown = undefined
  /** The object was announced: what else is built within this frame is another. */
  isBegun = false
  /** It depends on the arguments of the read. */
  isVolatile = false
  isReferenced = false
  mustRepeat = false
  parts: Part[] = []
  /** The schema of its members, where it is a list of which every member is one part. */
  member: unknown = undefined
  /** Finished members of a cycle that this frame belongs to. */
  members: Finished[] | undefined = undefined

  constructor(
    schemaKey: string | undefined,
    pk: string,
    schema: unknown,
    token: object,
    index: number,
  ) {
    this.schemaKey = schemaKey
    this.pk = pk
    this.schema = schema
    this.token = token
    this.index = index
    this.lowest = index
  }

  entry(value: unknown, epoch: number): Entry {
    if (this.members !== undefined) return this.ringEntries(value, epoch, false)[0] as Entry
    return new Entry(this, value, trimmed(this.parts), this.isVolatile ? VOLATILE : epoch)
  }

  /** What is made of a cycle: each of its members depends on all of them. */
  ringEntries(value: unknown, epoch: number, isSound: boolean): Entry[] {
    const at = this.isVolatile ? VOLATILE : epoch
    const parts: Part[] = []
    const own = new Entry(this, value, parts, at)
    const members = (this.members ?? []).map((it) => new Entry(it, it.value, parts, at))
    parts.push(new Ring([own, ...members], [...new Set(this.parts)], at))
    return isSound ? [own, ...members] : [own]
  }
}

/** A member of a cycle whose object is complete, while the cycle is not. */
export interface Finished extends Origin {
  readonly token: object
  readonly value: unknown
  /** The open frame that the cycle belongs to so far; how far out it leads is how far out the member does. */
  holder: Frame
}

/** A copy without the room that growing left. */
function trimmed(parts: readonly Part[]): readonly Part[] {
  return parts.length === 0 ? NO_PARTS : parts.slice()
}
