import { Memo } from '../normalize/Memo'
import type { Part } from '../normalize/parts'
import type { RowNames, RowSource } from '../normalize/rowSource'
import { expectBinaries } from '../util/binaries'
import { getOwn } from '../util/own'
import { keysOf } from './keysOf'
import { Reads } from './Reads'
import type { Entities, RestState } from './state/state'
import { getRow, rows, type Table } from './state/table'

/** What one commit changed. */
export interface Changes {
  /** The pks of the rows whose data or validity changed, by table. */
  readonly rows: RowNames
  /** True for the answer of a mutation: who must suspend because of it is told a little later. */
  readonly isDeferred: boolean
}

/** The note beside a state of the tables: what the commit that made it changed, and the note before it. */
interface Note<Change> {
  readonly change: Change | undefined
  readonly epoch: number
  previous: Note<Change> | undefined
}

/** What a schema reads as in a state, and of which rows. */
export interface RowsRead {
  /** `undefined` where it is missing or must not be shown. */
  readonly value: unknown
  /** It is there, but must not be shown. */
  readonly isInvalid: boolean
  readonly parts: readonly Part[]
  /** The arguments as text, where what was read depends on them and not on the rows alone. */
  readonly argsText: string | undefined
}

/** What goes with one `entities` object: how to read it, and what was remembered of the states before it. */
export interface Reading {
  readonly source: RowSource
  readonly memo: Memo
  /** Tells states of one line apart. */
  readonly epoch: number
  /** Results made up from arguments, so that two reads of one state give the same object. */
  readonly inferred: WeakMap<object, Map<string, unknown>>
  /** What was read from this state already. */
  readonly reads: Reads<RowsRead>
}

/** The parts of a state that are read together. */
type Tables = Pick<RestState, 'entities' | 'indexes'>

/** Older notes are cut off: a reader that slept through so many commits compares for itself. */
const MAX_NOTES = 32

const entityNotes = new WeakMap<object, Note<Changes>>()
const requestNotes = new WeakMap<object, Note<readonly string[]>>()
const readings = new WeakMap<object, Reading>()
const memos = new WeakMap<object, Memo>()
const inferred = new WeakMap<Memo, Reading['inferred']>()
let epochs = 0

/** How to read a state's entities. The note is beside the state, never in it. */
export function readingOf(state: Tables): Reading {
  let reading = readings.get(state.entities)
  if (reading === undefined) readings.set(state.entities, (reading = newReading(state)))
  return reading
}

/** Notes which rows a commit changed, and hands on what was remembered. */
export function noteEntities(next: Tables, before: Tables, changes: Changes): void {
  const reading = newReading(next, readingOf(before))
  readings.set(next.entities, reading)
  addNote(entityNotes, next.entities, before.entities, changes, reading.epoch)
}

/** Notes which requests a commit changed. */
export function noteRequests(
  next: RestState['requests'],
  before: RestState['requests'],
  keys: readonly string[],
): void {
  addNote(requestNotes, next, before, keys, 0)
}

/** What changed on the way from one state of the entities to another; `undefined` where nobody noted it. */
export function entityChanges(next: Entities, before: Entities): readonly Changes[] | undefined {
  return changesBetween(entityNotes, next, before)
}

/** Which requests changed on the way; `undefined` where nobody noted it. */
export function requestChanges(
  next: Table<unknown>,
  before: Table<unknown>,
): readonly (readonly string[])[] | undefined {
  return changesBetween(requestNotes, next, before)
}

function newReading({ entities, indexes }: Tables, before?: Reading): Reading {
  const epoch = ++epochs
  if (before === undefined && Object.keys(entities).length > 0) expectBinaries()
  const memo = before?.memo ?? memoOf(entities) ?? new Memo(epoch)
  memo.follow(before?.epoch, epoch)
  for (const table of Object.values(entities)) memos.set(table, memo)
  return {
    source: {
      getRow: (schemaKey, pk) => getRow(getOwn(entities, schemaKey), pk),
      rows: (schemaKey) => rows(getOwn(entities, schemaKey)),
      keys: (schemaKey) => keysOf(memo, schemaKey, getOwn(entities, schemaKey)),
      find: (schemaKey, field, value) => getRow(getOwn(getOwn(indexes, schemaKey), field), value),
      changesSince: (earlier) => changesSince(entities, earlier),
    },
    memo,
    epoch,
    inferred: inferredOf(memo),
    reads: new Reads(),
  }
}

/** What was remembered of a table, where a state that nobody noted has one that is known. */
function memoOf(entities: Entities): Memo | undefined {
  for (const table of Object.values(entities)) {
    const memo = memos.get(table)
    if (memo !== undefined) return memo
  }
  return undefined
}

function inferredOf(memo: Memo): Reading['inferred'] {
  let known = inferred.get(memo)
  if (known === undefined) inferred.set(memo, (known = new WeakMap<object, Map<string, unknown>>()))
  return known
}

function noteOf<Change>(notes: WeakMap<object, Note<Change>>, state: object): Note<Change> {
  let note = notes.get(state)
  if (note === undefined) {
    const epoch = readings.get(state)?.epoch ?? 0
    notes.set(state, (note = { change: undefined, epoch, previous: undefined }))
  }
  return note
}

function addNote<Change>(
  notes: WeakMap<object, Note<Change>>,
  next: object,
  before: object,
  change: Change,
  epoch: number,
): void {
  const note: Note<Change> = { change, epoch, previous: noteOf(notes, before) }
  notes.set(next, note)
  cutAfter(note, MAX_NOTES)
}

function cutAfter<Change>(note: Note<Change>, length: number): void {
  let last = note
  for (let at = 1; at < length && last.previous !== undefined; at++) last = last.previous
  last.previous = undefined
}

function changesBetween<Change>(
  notes: WeakMap<object, Note<Change>>,
  next: object,
  before: object,
): readonly Change[] | undefined {
  if (next === before) return []
  const target = noteOf(notes, before)
  return changesUntil(notes.get(next), (note) => note === target)
}

function changesSince(entities: Entities, epoch: number): readonly RowNames[] | undefined {
  const changes = changesUntil(entityNotes.get(entities), (note) => note.epoch === epoch)
  return changes?.map(({ rows: changed }) => changed)
}

function changesUntil<Change>(
  newest: Note<Change> | undefined,
  isTarget: (note: Note<Change>) => boolean,
): readonly Change[] | undefined {
  const changes: Change[] = []
  let note = newest
  while (note !== undefined && !isTarget(note)) {
    if (note.change === undefined) return undefined
    changes.push(note.change)
    note = note.previous
  }
  return note === undefined ? undefined : changes
}
