import { Confirmed, type Floor } from './Confirmed'
import type { Ledger } from './Ledger'
import { carries, newRowOf, type Write } from './Write'
import type { ModelServer, Row, TableName } from './ModelServer'
import { type ListName, Post, User } from './world'

/** Something that must not be: a kind of failure, by which a shrunk history is known to fail in the same way. */
export interface Finding {
  readonly kind: string
  readonly detail: string
}

const FIELDS = {
  users: ['name', 'nick', 'visits', 'version'],
  posts: ['title', 'body', 'status', 'version', 'author'],
} as const

/** Compares what is shown with what was true and what was confirmed. */
export class ShownCheck {
  readonly #server: ModelServer
  readonly #ledger: Ledger
  readonly #confirmed: Confirmed
  readonly #isDoubtful: (row: string) => boolean
  /** What was looked at already, and when: nothing new can be wrong with it before something happens. */
  #seen = new WeakMap<object, number>()

  /** @param isDoubtful whether the store says of a row that the server may have another one */
  constructor(server: ModelServer, ledger: Ledger, isDoubtful: (row: string) => boolean) {
    this.#isDoubtful = isDoubtful
    this.#server = server
    this.#ledger = ledger
    this.#confirmed = new Confirmed(ledger)
  }

  /** What is wrong with a value that a reader shows. */
  *findingsIn(value: unknown, list?: ListName): Generator<Finding> {
    if (typeof value !== 'object' || value === null) return
    if (this.#seen.get(value) === this.#ledger.changes) return
    this.#seen.set(value, this.#ledger.changes)
    if (value instanceof User || value instanceof Post) yield* this.#inRow(value)
    else if (Array.isArray(value)) yield* this.#inList(value, list)
    else for (const part of Object.values(value)) yield* this.findingsIn(part)
  }

  *#inRow(entity: User | Post): Generator<Finding> {
    const table = entity instanceof User ? 'users' : 'posts'
    const row = `${table}/${entity.id}`
    const shown = rowOf(entity, table)
    if (entity.id.startsWith('new-')) return yield* this.#inNew(row, shown)
    yield* this.#deletedShown(row)
    for (const field of FIELDS[table]) yield* this.#inField(row, field, shown[field] as string)
    yield* this.#mixed(row, shown)
    if (entity instanceof Post) yield* this.findingsIn(entity.author)
  }

  /** A row with a temporary key is one that is being created, with what is changed of it meanwhile. */
  *#inNew(row: string, shown: Row): Generator<Finding> {
    const { shown: pending } = this.#ledger
    const creation = pending.find((it) => it.kind === 'create' && newRowOf(it) === row)
    const changes = pending.filter((it) => it.row === row)
    // The author is shown only if the store has it.
    const isPending = Object.entries(creation?.fields ?? {}).every(
      ([field, value]) =>
        field === 'author' ||
        [value, ...changes.map((it) => it.fields[field])].includes(shown[field] as string),
    )
    if (creation !== undefined && isPending) return
    const detail = `${row} has ${JSON.stringify(shown)}, which no mutation in flight creates`
    yield { kind: 'new row remains', detail }
  }

  *#deletedShown(row: string): Generator<Finding> {
    const deletion = this.#confirmed.deletionOf(row)
    if (deletion === undefined || this.#ledger.isSetBetween(row, deletion.moment, Infinity)) return
    yield {
      kind: 'deleted row shown',
      detail: `${row} is shown although its deletion was confirmed`,
    }
  }

  *#inField(row: string, field: string, value: string | number): Generator<Finding> {
    if (this.#isPending(row, field, value)) return
    yield* this.#lostLocal(row, field, value)
    const floor = this.#confirmed.floorOf(row, field, this.#isDoubtful(row))
    if (this.#isLocal(row, field, value, floor.moment)) return
    const end = this.#endOf(row, ({ [field]: it }) => it === value)
    const shown = `${row}.${field} shows ${JSON.stringify(value)}`
    // Whether a read has it already, a success without a body does not say.
    if (field === 'visits' && this.#isDoubtful(row) && this.#hasBlankVisit(row)) return
    if (end === undefined && !this.#isLocal(row, field, value, 0)) {
      yield { kind: 'never true', detail: `${shown}, which it never was` }
    } else if ((end ?? 0) <= this.#server.signedIn) {
      yield { kind: 'of another user', detail: shown }
    } else if ((end ?? 0) <= floor.revision) {
      yield {
        kind: 'older than confirmed',
        detail: `${shown}, which was over before revision ${floor.revision}, which a mutation confirmed`,
      }
    }
  }

  #hasBlankVisit(row: string): boolean {
    return this.#ledger.writes.some(
      (it) => it.row === row && it.kind === 'visit' && it.isEmpty === true,
    )
  }

  /** Data written by `set` stays until a mutation, or a read that started later, changes it. */
  *#lostLocal(row: string, field: string, value: unknown): Generator<Finding> {
    const { locals, writes, epoch } = this.#ledger
    const local = locals.findLast((it) => it.row === row && field in it.fields)
    if (local === undefined || local.fields[field] === value) return
    const isOverruled =
      epoch > local.at ||
      this.#ledger.lastReadOf(row) > local.at ||
      writes.some((it) => it.outcome === 'confirmed' && it.end > local.at && isAbout(it, row))
    if (isOverruled) return
    const detail = `${row}.${field} shows ${JSON.stringify(value)} and not what was set by hand`
    yield { kind: 'set was lost', detail }
  }

  /** A row that no two writes overlapped on is one that the server really had. */
  *#mixed(row: string, shown: Row): Generator<Finding> {
    if (this.#mayMix(row) || this.#isDoubtful(row)) return
    const versions = this.#server.historyOf(row)
    const version = versions.findLast((it) => it.row?.['version'] === shown['version'])
    const wrong = Object.keys(shown).filter((field) => version?.row?.[field] !== shown[field])
    if (version === undefined || wrong.length === 0) return
    const detail = `${row} shows version ${shown['version']} with ${wrong.join(' and ')} of another`
    yield { kind: 'mix of two versions', detail }
  }

  #mayMix(row: string): boolean {
    const { replacements, writes } = this.#ledger
    if (this.#ledger.shown.some((it) => it.row === row)) return true
    if (replacements.length > 0 || this.#ledger.isSetBetween(row, 0, Infinity)) return true
    const landed = writes.filter((it) => isAbout(it, row))
    return landed.some(
      (write) =>
        write.isPartial === true ||
        this.#ledger.isTurbulent(write.start, write.end) ||
        this.#ledger.overlapping(write).some((it) => landed.includes(it)),
    )
  }

  *#inList(values: readonly unknown[], list: ListName | undefined): Generator<Finding> {
    const ids = values.map((it) => (it as User | Post).id)
    const doubled = ids.find((id, at) => ids.indexOf(id) !== at)
    if (doubled !== undefined) {
      yield { kind: 'doubled member', detail: `${doubled} is twice in ${nameOf(list)}` }
    }
    if (list !== undefined) yield* this.#members(list, ids)
    for (const value of values) yield* this.findingsIn(value)
  }

  *#members(list: ListName, ids: readonly string[]): Generator<Finding> {
    for (const id of this.#server.idsOf(list.table)) {
      const row = `${list.table}/${id}`
      const floor = this.#confirmed.membershipOf(row, list)
      if (floor.revision === 0) continue
      const isShown = ids.includes(id)
      if (this.#isBeingMoved(row, isShown)) continue
      const end = this.#endOf(row, (it) => isShown === isMember(it, list), !isShown)
      if ((end ?? 0) > floor.revision) continue
      const kind = isShown ? 'member came back' : 'member lost'
      yield { kind, detail: `${row} in ${nameOf(list)} since revision ${floor.revision}` }
    }
  }

  /** Until which revision something was true of a row; `atNothing` is what it is where there is no row. */
  #endOf(row: string, test: (row: Row) => boolean, atNothing = false): number | undefined {
    const versions = this.#server.historyOf(row)
    const last = versions.findLastIndex((it) => (it.row === undefined ? atNothing : test(it.row)))
    return last < 0 ? undefined : (versions[last + 1]?.revision ?? Infinity)
  }

  /** Whether a mutation in flight is shown that writes a field, and no later one has. */
  #isPending(row: string, field: string, value: unknown): boolean {
    return this.#ledger.shown.some((it) => {
      if (it.row !== row || this.#ledger.isOverruled(it, field)) return false
      return it.kind === 'visit' ? field === 'visits' : it.fields[field] === value
    })
  }

  /** Whether a mutation in flight is shown that takes a row from a list, or moves it there. */
  #isBeingMoved(row: string, isShown: boolean): boolean {
    return this.#ledger.shown.some(
      (it) => it.row === row && (it.kind === 'move' || (it.kind === 'delete' && !isShown)),
    )
  }

  #isLocal(row: string, field: string, value: unknown, after: Floor['moment']): boolean {
    return this.#ledger.locals.some(
      ({ at, ...it }) =>
        it.row === row && it.fields[field] === value && at > Math.max(after, this.#ledger.signedIn),
    )
  }
}

/** An entity as a row of the server. */
export function rowOf(entity: User | Post, table: TableName): Row {
  const fields: readonly string[] = FIELDS[table]
  const entries = fields.map((field) => [field, (entity as unknown as Row)[field]])
  const row = Object.fromEntries(entries) as Record<string, string>
  if (entity instanceof Post) row['author'] = (entity.author as User | undefined)?.id ?? 'nobody'
  return row
}

export function nameOf(list: ListName | undefined): string {
  return list === undefined
    ? 'a list'
    : `${list.table}${list.status === undefined ? '' : ` (${list.status})`}`
}

function isAbout(write: Write, row: string): boolean {
  return write.row === row || carries(write, row)
}

function isMember(row: Row, { status }: ListName): boolean {
  return status === undefined || row['status'] === status
}
