import { VERSION } from '../../store/state/state'
import { attempt } from '../../util/checks'
import type { Head, Mark } from './persistedState'

/** What a claim tells its tab. */
interface ClaimEvents {
  /** The user of these rows has signed out in another tab. */
  over(): void
  /** Others have written since: what the storage has is not known, or nothing. */
  lost(isEmpty: boolean): void
}

/** Stands for whatever a storage had: a user signed out before it was read. */
const ANY = '*'

/** Tells which rows of a storage a tab may write: those of one user, in the form of one version. */
export class Claim {
  /** What is there is of a user who signed out. */
  isRemoving = false
  /** Another version writes there. */
  isGone = false
  readonly #own: Omit<Mark, 'generation'>
  readonly #on: ClaimEvents
  /** Where this origin has who signed out last, for its other tabs and for the next start. */
  readonly #leftKey: string
  /** That as this store began. */
  readonly #leftBefore: string | null | undefined
  /** A random text of this store. */
  readonly #session: string
  /** So often this store was reset. */
  #resets = 0
  /** Of the rows of this tab; another one after each reset. */
  #generation: string
  /** That of the tab whose reset this one follows. */
  #next: string | undefined
  /** What stands in the storage, as far as this tab knows. */
  #found: Partial<Mark> | undefined

  constructor(key: string, version: Mark['version'], session: string, on: ClaimEvents) {
    this.#leftKey = `rtk-rest ${key} left`
    this.#leftBefore = this.#readLeft()
    this.#own = { format: VERSION, version }
    this.#generation = this.#session = session
    this.#on = on
  }

  /** What is to stand in the storage. */
  get mark(): Mark {
    return { ...this.#own, ...(this.isGone && this.#found), generation: this.#generation }
  }

  get isStored(): boolean {
    return isSame(this.#found, this.mark)
  }

  /** Takes over what was read; false where that, or what this tab has, is of a user who signed out. */
  takeOver(head: Partial<Head> | undefined): boolean {
    const { generation } = (this.#found = markOf(head))
    const left = this.#readLeft()
    const { from, to } = leftIn(left)
    if (to && left !== this.#leftBefore) return this.#follow(to)
    this.isRemoving = hasLeft(generation, left)
    const isOver = this.isRemoving || from.includes(ANY)
    this.#generation = (isOver ? to : generation) ?? this.#generation
    return !this.isRemoving
  }

  /** Whether this tab may write where that head is. */
  allows(head: Partial<Head> | undefined): boolean {
    const found = markOf(head)
    const left = this.#readLeft()
    // Who could not read the storage learns only now that it has rows of a user who signed out, and removes them.
    if (!this.#found && !this.isRemoving && hasLeft(found.generation, left)) {
      this.takeOver(head)
      return left === this.#leftBefore
    }
    const known: Partial<Mark> = this.#found ?? {}
    if (isSame(found, known)) return true
    const { generation } = found
    const isOther = generation !== known.generation
    const isForeign = generation !== undefined && !isSame({ ...found, ...this.#own }, found)
    if (generation && isOther && generation !== this.#generation) {
      if (this.isRemoving) {
        // Of two who sign out at once, the last one is right, of which the other hears.
        if (!known.generation || !isForeign) {
          const { from, to } = leftIn(left)
          const isNews = left !== this.#leftBefore
          if (to && isNews && hasLeft(this.#generation, left)) return this.#follow(to)
          // Not every tab has heard of this reset by now.
          return this.#notify(to === this.#generation ? [...from, generation] : [generation])
        }
        // Who has not read the storage cannot tell whose rows it has. The write of that reset takes over.
      } else if (known.generation || !this.#found) return this.#follow(generation)
    }
    this.#found = found
    this.isRemoving &&= !isOther
    if (!this.isRemoving) this.#generation = generation ?? this.#generation
    this.isGone = isForeign
    this.#on.lost(generation === undefined)
    return false
  }

  /** That mark is in the storage now, with what belongs to it. */
  stored(mark: Mark): void {
    this.#found = mark
    this.isRemoving = mark.generation !== this.#generation
  }

  /** Another user begins. */
  renew(): void {
    const { generation } = this.#found ?? { generation: ANY }
    // Other tabs may have followed this one, or begun another user, before the storage had that.
    const before = this.isRemoving
      ? [...(this.#readLeft()?.split(' ') ?? []), this.#generation]
      : []
    const from = [generation, ...before]
    this.#generation = this.#next ?? `${this.#session}-${(this.#resets += 1)}`
    this.isRemoving = true
    if (generation && !from.includes(this.#generation)) this.#notify(from)
  }

  readonly onStorage = ({ key, newValue }: StorageEvent): void => {
    const { from, to } = leftIn(newValue)
    // Two tabs that follow each other's earlier resets would never end. What was so at the start is found with the rows.
    const isLatest = newValue === this.#readLeft() && newValue !== this.#leftBefore
    // What this tab has not read may be of the user who left. What it removes is of one who left before.
    const own = this.isRemoving ? this.#generation : (this.#found?.generation ?? ANY)
    const isOwn = own === ANY || from.includes(ANY) || from.includes(own)
    if (key === this.#leftKey && to && isOwn && isLatest && to !== this.#generation)
      this.#follow(to)
  }

  #readLeft(): string | null | undefined {
    return attempt(() => localStorage.getItem(this.#leftKey))
  }

  /** Stores whose rows are over, for other tabs and for the next start. */
  #notify(from: readonly unknown[]): true {
    const all = [...new Set([...from, this.#generation])]
    attempt(() => localStorage.setItem(this.#leftKey, all.join(' ')))
    return true
  }

  #follow(generation: string): false {
    this.#next = generation
    this.#on.over()
    this.#next = undefined
    return false
  }
}

/** The generations that are over, and the one that goes on. */
function leftIn(left: string | null | undefined): {
  readonly from: readonly string[]
  readonly to: string | undefined
} {
  const from = left?.split(' ') ?? []
  return { to: from.pop(), from }
}

/** Whether a generation is that of a user who signed out. */
function hasLeft(generation: string | undefined, left: string | null | undefined): boolean {
  const { from, to } = leftIn(left)
  const isOther = from.includes(ANY) && generation !== to
  return generation !== undefined && (isOther || from.includes(generation))
}

function markOf(head: Partial<Head> | undefined): Partial<Mark> {
  const { format, version, generation } = head ?? {}
  return { format, version, generation } as Partial<Mark>
}

function isSame(one: Partial<Mark> | undefined, other: Partial<Mark>): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
