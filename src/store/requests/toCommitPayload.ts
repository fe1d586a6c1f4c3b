import type { FieldNames } from '../../normalize/landing'
import { normalizeInto, type NormalizedRun } from '../../normalize/normalize'
import type { RowMeta } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import { freezeData } from '../../util/freeze'
import { isObject } from '../../util/isObject'
import { reuse } from '../../util/reuse'
import type { CommitPayload } from '../state/actions'
import type { Runtime } from '../Runtime'
import { getRow } from '../state/table'
import { readingOf } from '../trail'

/** A value that is about to be stored, and what it is to the rows that it meets. */
export interface Commit {
  readonly schema: unknown
  readonly value: unknown
  readonly args: readonly unknown[]
  readonly meta: RowMeta
  readonly isMutation: boolean
  /** The fields that the body of a mutation names; all where it is `undefined`. */
  readonly names?: FieldNames
  /** Written by hand: it was never in flight. */
  readonly isByHand?: boolean
  /** The read that it answers, or adds a page to. */
  readonly read?: { readonly key: string; readonly isPage: boolean }
}

/**
 * What a value comes to in a store: the rows that it changes, and itself with primary keys in place of entities.
 * @throws SchemaError with the path to what does not fit
 */
export function toCommitPayload(runtime: Runtime, commit: Commit): CommitPayload {
  const { fetchedAt, seq, date, expiresAt, landed } = commit.meta
  const meta: RowMeta = { fetchedAt, seq, date, expiresAt, landed }
  const { isMutation, names, isByHand = false } = commit
  const isLogged = runtime.inFlight.hasOthers(isByHand)
  const isContested = (schemaKey: string, pk: string): boolean =>
    runtime.inFlight.mutations.some(
      (it) => compareOrder(it.order, meta) !== 0 && it.mayWrite(schemaKey, pk),
    )
  const landing = runtime.landings.landing({ meta, isMutation, names, isLogged, isContested })
  const { source } = readingOf(runtime.state)
  const run = normalizeInto(
    source,
    commit.schema,
    commit.value,
    commit.args,
    landing,
    runtime.tableOwners,
  )
  const result = withPages(runtime, commit, run.result)
  if (isLogged) log(runtime, commit, run)
  runtime.conflicts.add(run.conflicts, landed)
  const { entities, touched, indexes } = run
  return freezeData({
    ...(result === undefined ? {} : { result }),
    entities,
    ...(Object.keys(touched).length === 0 ? {} : { touched }),
    ...(Object.keys(indexes).length === 0 ? {} : { indexes }),
  })
}

/** Remembers what requests in flight do not know of. */
function log(runtime: Runtime, commit: Commit, { logged, changes, result }: NormalizedRun): void {
  const { meta, isMutation, isByHand = false, read } = commit
  const rows = isMutation || isByHand ? logged : []
  const page = read?.isPage === true ? { key: read.key, result } : undefined
  if (rows.length === 0 && changes.length === 0 && page === undefined) return
  runtime.landings.add({
    started: meta,
    landed: meta.landed,
    rows,
    // The response of a mutation is one, also where it is given by hand.
    isSet: isByHand && !isMutation,
    changes,
    ...(page && { page }),
  })
}

/** The result of a read: what equals the last one stays the same object, and what pages said since goes over it. */
function withPages(runtime: Runtime, { meta, read }: Commit, result: unknown): unknown {
  if (read === undefined || result === undefined) return result
  const last = getRow(runtime.state.requests, read.key)?.result
  const whole = read.isPage
    ? joinResults(last, result)
    : runtime.landings.pageResults(read.key, meta).reduce(joinResults, result)
  return last === undefined ? whole : reuse(last, whole)
}

/** A page of an object says anew what is beside its list, such as where the next page starts. */
function joinResults(result: unknown, page: unknown): unknown {
  return isObject(result) && isObject(page) ? { ...result, ...page } : page
}
