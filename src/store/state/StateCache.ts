import type { CacheEntry } from '../../normalize/CacheEntry'
import { DenormalizeCache } from '../../normalize/DenormalizeCache'
import type { RowSource } from '../../normalize/rowSource'
import { getOrCreate, ReadCache } from '../../util/collections'
import { getOwn } from '../../util/record'
import { type Changes, entityLog } from './changeLog'
import type { RestState } from './state'
import { getRow, keysIn, rows } from './table'

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
}

/** How to read the tables of one state, and what was read from them. */
export interface StateCache extends SharedCaches {
  readonly source: RowSource
  /** Identifies the state among those that share the caches. */
  readonly version: object
  readonly reads: ReadCache<RowsRead>
}

/** The parts of a state that are read together. */
type Tables = Pick<RestState, 'entities' | 'indexes'>

/** As many as one page reads. */
const MAX_READS = 10_000
const MAX_INFERRED = 1_000

const stateCaches = new WeakMap<object, StateCache>()
/** By table, for states that no commit made of tables that are known, such as copies. */
const cachesOfTables = new WeakMap<object, SharedCaches>()

/** The cache of a state. */
export function stateCacheOf(state: Tables): StateCache {
  return getOrCreate(stateCaches, state.entities, () =>
    newStateCache(state, knownCaches(state) ?? newCaches(state)),
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
  }
}

/** Records what a commit changed in the tables, and hands on what is cached of them. */
export function recordEntities(next: Tables, before: Tables, changes: Changes): void {
  const { cache, inferred, version } = stateCacheOf(before)
  entityLog.add(next.entities, before.entities, changes)
  cache.advance(version, entityLog.versionOf(next.entities))
  stateCaches.set(next.entities, newStateCache(next, { cache, inferred }))
}

function newStateCache({ entities, indexes }: Tables, shared: SharedCaches): StateCache {
  const source: RowSource = {
    getRow: (schemaKey, pk) => getRow(getOwn(entities, schemaKey), pk),
    rows: (schemaKey) => rows(getOwn(entities, schemaKey)),
    keys: (schemaKey) => {
      const table = getOwn(entities, schemaKey)
      return table && keysIn(table)
    },
    find: (schemaKey, field, value) => getRow(getOwn(getOwn(indexes, schemaKey), field), value),
    changesSince: (version) => entityLog.since(entities, version)?.map((it) => it.rows),
  }
  for (const table of Object.values(entities)) cachesOfTables.set(table, shared)
  const version = entityLog.versionOf(entities)
  return { ...shared, source, version, reads: new ReadCache(MAX_READS) }
}
