import { weakMapMemoize } from 'reselect'
import type { EndpointContract } from '../../endpoint/contract'
import { type CacheEntry, lastRow } from '../../normalize/CacheEntry'
import type { RowMeta } from '../../schema/contract'
import { usablePk } from '../../schema/entityRef'
import { isRowSchema } from '../../schema/schemaObject'
import { isObject } from '../../util/checks'
import { confirmedRow } from '../state/confirmed'
import { isExpired } from '../state/requestRows'
import type { RequestRow, RestState } from '../state/state'
import type { RowsRead } from '../state/StateCache'

type Args = readonly unknown[]

/** The rows that a result was read from. */
type Rows = Pick<RowsRead, 'dependencies'>

/**
 * The row of a call, as that of a failed one where its arguments name what was deleted: where that landed after the call was
 * requested, and without doubt. A call that was invalidated or expired is to be requested.
 */
export function afterDeletion(
  state: RestState,
  row: RequestRow | undefined,
  found: CacheEntry | undefined,
): RequestRow | undefined {
  if (found === undefined || row?.invalid || isExpired(row)) return row
  const { schemaKey, pk } = found as { readonly schemaKey: string; readonly pk: string }
  const meta = confirmedRow(state, schemaKey, pk)?.meta
  return meta?.deleted && !meta.doubtful && meta.fetchedAt > (row?.fetchedAt ?? 0)
    ? deletedRow(meta, row, `${schemaKey} ${pk} was deleted.`)
    : row
}

/** The row that a call names by its arguments; where these make no key, a renamed entity whose old key is one of them. */
export function namedRow(
  state: RestState,
  { schema }: EndpointContract,
  [params]: Args,
  inferred: Rows,
  read: Rows,
): CacheEntry | undefined {
  const named = lastRow(inferred.dependencies)
  const { schemaKey, pk } = lastRow(read.dependencies) ?? {}
  const isOwn = isRowSchema(schema) && schemaKey === schema.key && pk !== undefined
  if (named || !isOwn || !isObject(params)) return named
  const isRenamed = confirmedRow(state, schema.key, pk)?.meta.renamed !== undefined
  const isGiven = Object.values(params).some((it) => usablePk(it) === pk)
  return isRenamed && isGiven ? lastRow(read.dependencies) : undefined
}

const deletedRow = /* @__PURE__ */ weakMapMemoize(
  (meta: RowMeta, row: RequestRow | undefined, message: string): RequestRow => ({
    ...row,
    ...meta,
    status: 'rejected',
    invalid: false,
    error: { name: 'Error', message, code: 'DELETED' },
  }),
)
