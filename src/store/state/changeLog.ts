import type { RowNames } from '../../normalize/rowSource'
import { getOrCreate } from '../../util/collections'

/** What one commit changed in the tables of entities. */
export interface Changes {
  /** The pks of the rows whose data or validity changed, by table. */
  readonly rows: RowNames
  /** True for the response of a mutation: readers that suspend because of it are notified a little later. */
  readonly isDeferred: boolean
}

/** What the commit changed that made a part of the state, and the record of the part before it. */
interface ChangeRecord<Change> {
  /** `undefined` for a part that no commit made. */
  readonly change: Change | undefined
  previous: ChangeRecord<Change> | undefined
}

/** Older records are cut off: a reader that missed so many commits compares for itself. */
const MAX_RECORDS = 32

const newRecord = (): ChangeRecord<never> => ({ change: undefined, previous: undefined })

/** What commits changed in one part of the state. The records are beside the state, never in it. */
class ChangeLog<Change> {
  readonly #records = new WeakMap<object, ChangeRecord<Change>>()

  add(next: object, before: object, change: Change): void {
    const record = { change, previous: this.versionOf(before) }
    this.#records.set(next, record)
    let last: ChangeRecord<Change> = record
    for (let at = 1; at < MAX_RECORDS && last.previous !== undefined; at++) last = last.previous
    last.previous = undefined
  }

  /** Whether a commit made this part. */
  has(part: object): boolean {
    return this.#records.get(part)?.change !== undefined
  }

  /** Identifies a part, without keeping it. */
  versionOf(part: object): ChangeRecord<Change> {
    return getOrCreate(this.#records, part, newRecord)
  }

  /** What changed from one part to another, newest first; `undefined` where that is not known. */
  between(next: object, before: object): readonly Change[] | undefined {
    return this.since(next, this.versionOf(before))
  }

  /** Like `between`, by the version of the earlier part. */
  since(next: object, version: object): readonly Change[] | undefined {
    const changes: Change[] = []
    let record: ChangeRecord<Change> | undefined = this.versionOf(next)
    while (record !== version) {
      if (record?.change === undefined) return undefined
      changes.push(record.change)
      record = record.previous
    }
    return changes
  }
}

/** What commits changed in `state.entities`. */
export const entityLog = /* @__PURE__ */ new ChangeLog<Changes>()

/** The keys of the requests that commits changed, for `state.requests`. */
export const requestLog = /* @__PURE__ */ new ChangeLog<readonly string[]>()
