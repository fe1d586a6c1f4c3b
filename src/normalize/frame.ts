import { Entry, type Origin, type Part, Ring, VOLATILE } from './parts'

/** An object under construction, and the outermost frame that it leads back to. */
export class Frame implements Origin {
  readonly schemaKey: string | undefined
  readonly pk: string
  readonly schema: unknown
  readonly token: object
  readonly index: number
  /** Where its parts begin among those of all that is under construction. */
  readonly start: number
  lowest: number
  /** The object, as soon as there is one. */
  value: unknown = undefined
  /** The object was announced: what else is built within this frame is another. */
  isBegun = false
  /** It depends on the arguments of the read. */
  isVolatile = false
  isReferenced = false
  mustRepeat = false
  /** The schema of its members, where it is a list of which every member is one part. */
  member: unknown = undefined
  /** Finished members of a cycle that this frame belongs to. */
  members: Finished[] | undefined = undefined

  constructor(
    { schemaKey, pk, schema, token }: DataOrigin,
    { index, start }: { readonly index: number; readonly start: number },
  ) {
    this.schemaKey = schemaKey
    this.pk = pk
    this.schema = schema
    this.token = token
    this.index = index
    this.start = start
    this.lowest = index
  }
}

/** What identifies an object that is built from data. */
export interface DataOrigin extends Origin {
  readonly token: object
}

/** A member of a cycle whose object is complete, while the cycle is not. */
export interface Finished extends DataOrigin {
  readonly value: unknown
  /** The open frame that the cycle belongs to so far; how far out it leads is how far out the member does. */
  holder: Frame
}

/** What is made of a cycle: each of its members depends on all of them. The outermost comes first. */
export function ringEntries(
  frame: Frame,
  value: unknown,
  parts: readonly Part[],
  epoch: number,
): [Entry, ...Entry[]] {
  const at = frame.isVolatile ? VOLATILE : epoch
  const shared: Part[] = []
  const own = new Entry(frame, value, shared, at)
  const members = (frame.members ?? []).map((it) => new Entry(it, it.value, shared, at))
  shared.push(new Ring([own, ...members], [...new Set(parts)], at))
  return [own, ...members]
}
