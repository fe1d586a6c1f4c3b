import type { CacheEntry } from '../../normalize/CacheEntry'
import { DenormalizeCache } from '../../normalize/DenormalizeCache'
import type { RowSource } from '../../normalize/rowSource'
import type { EntityRow } from '../../schema/contract'
import { ListIndex } from '../../schema/ListIndex'
import { getOrCreate, ReadCache } from '../../util/collections'
import { getOwn } from '../../util/record'
import { type Changes, entityLog } from './changeLog'
import { findCreated } from './createdKeys'
import { findByField } from './findByField'
import type { RestState } from './state'
import { changedKeys, emptyTable, getRow, keysIn, rows, type Table } from './table'

/** What a schema reads as in a state, and of which rows. */
export interface RowsRead {
  /** The normalized result that was read. */
  readonly result: unknown
  /** `undefined` where it is missing or must not be shown. */
  readonly value: unknown
  /** It is there, but must not be shown. */
  readonly isInvalid: boolean
  readonly dependencies: readonly CacheEntry[]
  /** The arguments as text, where what was read depends on them and not on rows alone. */
  readonly argsText: string | undefined
}

/** What successive states share. */
interface SharedCaches {
  readonly cache: DenormalizeCache
  /** Results inferred from arguments, so that equal ones are the same object. */
  readonly inferred: ReadCache<unknown>
  /** The lists of each table, as they were when they were last looked at. */
  readonly lists: Map<string, FollowedLists>
}

interface FollowedLists {
  readonly index: ListIndex
  table: Table<EntityRow>
}

/** How to read the tables of one state, and what was read from them. */
export interface StateCache extends SharedCaches {
  readonly source: RowSource
  /** Identifies the state among those that share the caches. */
  readonly version: object
  readonly reads: ReadCache<RowsRead>
}

/** As many as one page reads. */
const MAX_READS = 10_000
const MAX_INFERRED = 1_000

const stateCaches = new WeakMap<object, StateCache>()
/** By table, for states that no commit made of tables that are known, such as copies. */
const cachesOfTables = new WeakMap<object, SharedCaches>()

/** The entity tables of a state. */
export type Tables = Pick<RestState, 'entities'>

/** The cache of what readers see of a state. */
export function stateCacheOf(tables: Tables): StateCache {
  return getOrCreate(stateCaches, tables.entities, () =>
    newStateCache(tables, knownCaches(tables) ?? newCaches(tables)),
  )
}

function knownCaches({ entities }: Tables): SharedCaches | undefined {
  const table = Object.values(entities).find((it) => cachesOfTables.has(it))
  return table && cachesOfTables.get(table)
}

function newCaches({ entities }: Tables): SharedCaches {
  return {
    cache: new DenormalizeCache(entityLog.versionOf(entities)),
    inferred: new ReadCache(MAX_INFERRED),
    lists: new Map(),
  }
}

/** Records what a commit changed for readers, and hands on what is cached of it. */
export function recordEntities(next: Tables, before: Tables, changes: Changes): void {
  const { cache, inferred, lists, version, reads } = stateCacheOf(before)
  entityLog.add(next.entities, before.entities, changes)
  cache.advance(version, entityLog.versionOf(next.entities))
  stateCaches.set(next.entities, newStateCache(next, { cache, inferred, lists }))
  // What a state before is read as is found in `cache`. Here it would live on until all garbage is collected.
  reads.clear()
}

function newStateCache(tables: Tables, shared: SharedCaches): StateCache {
  const { entities } = tables
  for (const table of Object.values(entities)) {
    if (cachesOfTables.get(table) !== shared) cachesOfTables.set(table, shared)
  }
  const version = entityLog.versionOf(entities)
  const lists = (schemaKey: string): ListIndex =>
    followLists(shared.lists, schemaKey, getOwn(entities, schemaKey))
  return {
    ...shared,
    source: { ...sourceOf(tables), lists },
    version,
    reads: new ReadCache(MAX_READS),
  }
}

/** The lists of a table: what changed in it since its lists were last looked at is looked at alone. */
export function followLists(
  known: SharedCaches['lists'],
  schemaKey: string,
  table: Table<EntityRow> = emptyTable(),
): ListIndex {
  const followed = getOrCreate(known, schemaKey, () => ({
    index: new ListIndex(),
    table: emptyTable<EntityRow>(),
  }))
  for (const pk of changedKeys(table, followed.table)) followed.index.set(pk, getRow(table, pk))
  followed.table = table
  return followed.index
}

/** The rows of tables. */
export function sourceOf({ entities }: Tables): RowSource {
  return {
    getRow: (schemaKey, pk) => getRow(getOwn(entities, schemaKey), pk),
    rows: (schemaKey) => rows(getOwn(entities, schemaKey)),
    keys: (schemaKey) => {
      const keys = keysIn(getOwn(entities, schemaKey) ?? {})
      // A table whose rows are gone is as one that never was.
      return keys.length ? keys : undefined
    },
    find: (schemaKey, field, value) => findByField(getOwn(entities, schemaKey), field, value),
    createdAs: (schemaKey, temporary) => findCreated(getOwn(entities, schemaKey), temporary),
    changesSince: (version) => entityLog.since(entities, version)?.map((it) => it.rows),
  }
}
