import type { ListName } from './world'
import type { Ledger } from './Ledger'
import { carries, isBlank, isNamed, type Write } from './Write'

/** The oldest that may be shown: what was true at this revision or later, or set by hand after this moment. */
export interface Floor {
  readonly revision: number
  readonly moment: number
}

export const NO_FLOOR: Floor = { revision: 0, moment: 0 }

/**
 * What the user's own mutations confirmed, which must not be shown older any more. Two that overlapped and wrote the same
 * field leave it open which of them counts: then nothing older than both is shown.
 */
export class Confirmed {
  readonly #ledger: Ledger
  #changes = -1
  readonly #floors = new Map<string, Floor>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** What may be shown of a field of a row. */
  floorOf(row: string, field: string, isDoubtful: boolean): Floor {
    return this.#remember(`${row} ${field} ${isDoubtful}`, () => {
      const writes = this.#confirmedOf(row).filter(({ kind }) => kind !== 'delete')
      // What a mutation did not name may be older until it is asked for, and is marked.
      const named = writes.filter((write) => !isDoubtful || isNamed(write, field))
      return highest(named.map((write) => this.#floorBy(write, field, isDoubtful)))
    })
  }

  /** Whether a row was deleted, so that it must not be shown unless it was set by hand since. */
  deletionOf(row: string): Floor | undefined {
    const isDeletion = (it: Write): boolean =>
      it.kind === 'delete' && !this.#ledger.overlapping(it).some((other) => isLater(other, it))
    const deletion = this.#confirmedOf(row).findLast(isDeletion)
    return deletion && { revision: deletion.revision, moment: deletion.end }
  }

  /** What may be shown of a row being a member of a list or not; a move does not affect the list of all. */
  membershipOf(row: string, { status, isPlain }: ListName): Floor {
    return this.#remember(`${row} in ${status ?? isPlain ?? 'all'}`, () => {
      const changes = this.#confirmedOf(row).filter(
        (write) =>
          this.#isClearMove(write) &&
          (status !== undefined || write.kind === 'create') &&
          (isPlain === undefined || write.isMessage !== true),
      )
      return highest(changes.map(({ revision, end }) => ({ revision, moment: end })))
    })
  }

  #remember(name: string, make: () => Floor): Floor {
    if (this.#changes !== this.#ledger.changes) this.#floors.clear()
    this.#changes = this.#ledger.changes
    let floor = this.#floors.get(name)
    if (floor === undefined) this.#floors.set(name, (floor = make()))
    return floor
  }

  /** The mutations of a row that landed since the state was last replaced or reset. */
  #confirmedOf(row: string): Write[] {
    const ledger = this.#ledger
    // What was expected of a row that went with the state is unknown.
    const isKnown = (it: Write): boolean =>
      !isBlank(it) && !(it.isEmpty === true && ledger.isTurbulent(it.start, it.end))
    const confirmed = ledger.writes.filter(
      (it) => it.row === row && it.outcome === 'confirmed' && it.end > ledger.epoch && isKnown(it),
    )
    // What a message has deleted comes back as a mutation that was in flight has it.
    const deletion = confirmed.findLast((it) => it.kind === 'delete' && it.isLive === true)
    return confirmed.filter(({ end }) => end >= (deletion?.end ?? 0))
  }

  #floorBy(write: Write, field: string, isDoubtful: boolean): Floor {
    const landed = this.#ledger.overlapping(write).filter((it) => it.outcome === 'confirmed')
    if (isNamed(write, field)) {
      // The response of a mutation without a body writes what it changes: also what another one has written meanwhile.
      const mayWrite = (it: Write): boolean =>
        isNamed(it, field) || (isDoubtful && it.kind === 'visit')
      const isRival = (it: Write): boolean =>
        it.row === write.row ? mayWrite(it) : it.isLive === true && carries(it, write.row ?? '')
      const rivals = landed.filter(isRival)
      // The effective one was replaced with the state, and the other one does not change its field.
      const isReplaced = rivals.length > 0 && this.#ledger.isTurbulent(write.start, write.end)
      // Which of them counts is not known where one says nothing.
      if (isReplaced || rivals.some(isBlank)) return NO_FLOOR
      const revisions = [write, ...rivals].map(({ revision }) => revision)
      return { revision: Math.min(...revisions), moment: write.end }
    }
    return write.isEmpty !== true && write.isPartial !== true && this.#isAlone(write, landed)
      ? { revision: write.revision, moment: write.end }
      : NO_FLOOR
  }

  /** Whether its response was stored as a whole, because nothing else wrote the row meanwhile. */
  #isAlone({ row = '', start, end }: Write, landed: readonly Write[]): boolean {
    return (
      !landed.some((it) => it.row === row || carries(it, row)) &&
      !this.#ledger.isSetBetween(row, start, end) &&
      !this.#ledger.isTurbulent(start, end)
    )
  }

  #isClearMove(write: Write): boolean {
    if (!write.isMoving) return false
    if (write.start < this.#ledger.epoch) return false
    if (this.#ledger.isBeforeTakeover(write.end)) return false
    const landed = this.#ledger.overlapping(write).filter((it) => it.outcome === 'confirmed')
    return !landed.some((it) => it.row === write.row && it.kind !== 'change')
  }
}

/** Whether the row of a deletion is back, as one of the two is a message: which of them the server did first is not known. */
function isLater({ row, isLive, end, outcome }: Write, deletion: Write): boolean {
  const isMessage = isLive === true || deletion.isLive === true
  return isMessage && row === deletion.row && outcome === 'confirmed' && end > deletion.end
}

function highest(floors: readonly Floor[]): Floor {
  return floors.reduce(
    (one, other) => ({
      revision: Math.max(one.revision, other.revision),
      moment: Math.max(one.moment, other.moment),
    }),
    NO_FLOOR,
  )
}
