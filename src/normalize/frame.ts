import { type Deps, NO_DEPS } from './Memo'

/** An object under construction: what it reads, and the outermost frame that it leads back to. */
export interface Frame {
  readonly data: object | undefined
  readonly schema: unknown
  readonly index: number
  lowest: number
  /** The object, as soon as there is one. */
  value: unknown
  /** The object was announced: what else is built within this frame is another. */
  isBegun: boolean
  readonly reads: unknown[]
  readonly children: Deps[]
  /** Finished members of a cycle that this frame belongs to. */
  readonly members: Finished[]
  isReferenced: boolean
  mustRepeat: boolean
}

/** A member of a cycle whose object is complete, while the cycle is not. */
export interface Finished {
  readonly data: object
  readonly schema: unknown
  readonly value: unknown
  /** The open frame that the cycle belongs to so far; how far out it leads is how far out the member does. */
  holder: Frame
}

export function newFrame(data: object | undefined, schema: unknown, index: number): Frame {
  return {
    data,
    schema,
    index,
    lowest: index,
    value: undefined,
    isBegun: false,
    reads: [],
    children: [],
    members: [],
    isReferenced: false,
    mustRepeat: false,
  }
}

export function makeDeps(frame: Frame): Deps {
  const { reads, children } = frame
  if (reads.length === 0 && children.length === 0) return NO_DEPS
  return { reads, children: [...new Set(children)], epoch: -1, holds: true }
}

/** What was just built from a state holds in it; looking at every row again would be work done twice. */
export function stamp(deps: Deps, epoch: number): Deps {
  if (deps !== NO_DEPS) Object.assign(deps, { epoch, holds: true })
  return deps
}

export function addChild(frame: Frame, deps: Deps): void {
  if (deps !== NO_DEPS) frame.children.push(deps)
}
