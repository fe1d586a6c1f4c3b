import { Memo } from '../normalize/Memo'
import type { RowSource } from '../normalize/rowSource'
import type { Entities, RestState } from './state'
import { getRow, rows, type Table } from './table'
import { getOwn } from '../util/own'

/** What one commit changed. */
export interface Changes {
  /** The pks of the rows whose data or validity changed, by table. */
  readonly rows: ReadonlyMap<string, readonly string[]>
  /** True for the answer of a mutation: who must suspend because of it is told a little later. */
  readonly isDeferred: boolean
}

/** The note beside a state of the tables: what the commit that made it changed, and the note before it. */
interface Note<Change> {
  readonly change: Change | undefined
  previous: Note<Change> | undefined
}

/** What goes with one `entities` object: how to read it, and what was remembered of the states before it. */
export interface Reading {
  readonly source: RowSource
  readonly memo: Memo
  /** Tells states of one line apart. */
  readonly epoch: number
  /** Results made up from arguments, so that two reads of one state give the same object. */
  readonly inferred: WeakMap<object, Map<string, unknown>>
}

/** Older notes are cut off: a reader that slept through so many commits compares for itself. */
const MAX_NOTES = 32

const entityNotes = new WeakMap<object, Note<Changes>>()
const requestNotes = new WeakMap<object, Note<readonly string[]>>()
const readings = new WeakMap<object, Reading>()
let epochs = 0

/** How to read a state's entities. The note is beside the state, never in it. */
export function readingOf(entities: Entities): Reading {
  let reading = readings.get(entities)
  if (reading === undefined) readings.set(entities, (reading = newReading(entities)))
  return reading
}

/** Notes which rows a commit changed, and hands on what was remembered. */
export function noteEntities(next: Entities, before: Entities, changes: Changes): void {
  readings.set(next, newReading(next, readingOf(before)))
  addNote(entityNotes, next, before, changes)
}

/** Notes which requests a commit changed. */
export function noteRequests(
  next: RestState['requests'],
  before: RestState['requests'],
  keys: readonly string[],
): void {
  addNote(requestNotes, next, before, keys)
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

function newReading(entities: Entities, before?: Reading): Reading {
  return {
    source: {
      getRow: (schemaKey, pk) => getRow(getOwn(entities, schemaKey), pk),
      rows: (schemaKey) => rows(getOwn(entities, schemaKey)),
      keys: (schemaKey) => {
        const table = getOwn(entities, schemaKey)
        return table && rows(table).map(([pk]) => pk)
      },
      find: () => undefined,
    },
    memo: before?.memo ?? new Memo(),
    epoch: ++epochs,
    inferred: before?.inferred ?? new WeakMap<object, Map<string, unknown>>(),
  }
}

function noteOf<Change>(notes: WeakMap<object, Note<Change>>, state: object): Note<Change> {
  let note = notes.get(state)
  if (note === undefined) notes.set(state, (note = { change: undefined, previous: undefined }))
  return note
}

function addNote<Change>(
  notes: WeakMap<object, Note<Change>>,
  next: object,
  before: object,
  change: Change,
): void {
  const note: Note<Change> = { change, previous: noteOf(notes, before) }
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
  const changes: Change[] = []
  let note: Note<Change> | undefined = notes.get(next)
  while (note !== undefined && note !== target) {
    if (note.change === undefined) return undefined
    changes.push(note.change)
    note = note.previous
  }
  return note === undefined ? undefined : changes
}
