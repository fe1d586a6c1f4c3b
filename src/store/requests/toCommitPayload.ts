import type { NormalizedResponse } from '../../normalize/PendingRows'
import type { Brought, Landing } from '../../normalize/landing'
import { NormalizeRun } from '../../normalize/NormalizeRun'
import type { RowMeta } from '../../schema/contract'
import { freezeData } from '../../util/freeze'
import { replaceEqualDeep } from '../../util/replaceEqualDeep'
import type { Runtime } from '../Runtime'
import type { CommitPayload } from '../state/actions'
import { keepBeside } from '../state/besideResults'
import { confirmedRow, confirmedSource } from '../state/confirmed'
import { expiryAt } from '../state/expiry'
import { sourceOf } from '../state/StateCache'
import { getRow } from '../state/table'
import { affectedBy, renamedBy } from './affected'
import type { Request } from './Request'

/** A value to store, with the arguments that its lists are named by. */
interface Written {
  readonly schema: unknown
  readonly value: unknown
  readonly args: readonly unknown[]
}

/**
 * The rows that a value changes in a store, and the value with primary keys in place of entities.
 * @param request whose response it is. Default: it is written by hand
 * @throws SchemaError with the path to what does not fit
 */
export function toCommitPayload(
  runtime: Runtime,
  { schema, value, args }: Written,
  meta: RowMeta,
  request?: Request,
): CommitPayload {
  const { inFlight, journal } = runtime
  const { fetchedAt: started, landed } = meta
  const beside = keepBeside(schema, value)
  const written = { schema, value: beside === undefined ? value : null, args }
  const run = normalizeAt(runtime, written, meta, request)
  const isRead = request?.isMutation === false
  const others = inFlight.all.filter((it) => it.started !== started)
  const isNeeded = others.some((it) => it.isMutation)
  const brought = isNeeded ? broughtBy(started, run, request) : undefined
  journal.add(others, { landed, changes: run.changes, brought })
  return payloadOf(isRead ? withLast(runtime, request, run.result) : run.result, run, beside)
}

/** The rows that a value would change if it were written now, however requests overlap. */
export function normalizeNow(runtime: Runtime, written: Written): CommitPayload {
  const run = normalizeAt(runtime, written, metaNow(runtime))
  return payloadOf(run.result, run)
}

/** The meta of rows that are written now. */
export function metaNow({ clock, settings }: Runtime): RowMeta {
  const landed = clock.next()
  const date = Date.now()
  return {
    fetchedAt: landed,
    landed,
    date,
    expiresAt: expiryAt(date, settings.dataExpiryLength),
  }
}

function normalizeAt(
  runtime: Runtime,
  { schema, value, args }: Written,
  meta: RowMeta,
  request?: Request,
): NormalizedResponse {
  const { state, tableOwners } = runtime
  const landing = landingOf(runtime, meta, request)
  const context = { source: confirmedSource(state), args, landing, owners: tableOwners }
  return new NormalizeRun(context, schema).run(value)
}

/** What a mutation or, without a request, a message brings. */
function broughtBy(
  started: number,
  { dataOf }: NormalizedResponse,
  request?: Request,
): Brought | undefined {
  if (request === undefined) return { started, dataOf }
  const { before, endpoint, args } = request
  if (before === undefined) return undefined
  const isToggle = endpoint.writtenFields?.(...args) === undefined
  return { started, dataOf, by: endpoint.name, isToggle }
}

/** What a response is to the rows that it meets. */
export function landingOf(
  { journal, last, inFlight }: Runtime,
  { fetchedAt: started, date, expiresAt, landed }: RowMeta,
  { isMutation, endpoint, args, before }: Partial<Request> = {},
): Landing {
  const lists = endpoint?.listName?.(...(args ?? []))
  const mutation = isMutation === true && endpoint ? { endpoint, args: args ?? [] } : undefined
  const names = mutation?.endpoint.writtenFields?.(...mutation.args)
  return {
    meta: { fetchedAt: isMutation === true ? landed : started, date, expiresAt, landed },
    started,
    isMutation: isMutation === true,
    isRead: isMutation === false,
    isOverlapped: inFlight.size > 1 || (inFlight.size > 0 && endpoint === undefined),
    isWhole: endpoint !== undefined,
    names: names && new Set(names),
    listArgs: lists?.args,
    addresses: lists && [lists.address],
    lostAt: last.lost,
    lastMutation: last.mutation,
    ...(mutation && { by: mutation.endpoint.name, renamedFrom: renamedBy(mutation) }),
    ...(before && {
      before: [
        sourceOf(before).getRow,
        (schemaKey: string, pk: string) => confirmedRow(before, schemaKey, pk),
      ],
      since: journal.broughtSince(started),
    }),
    later: journal.changesSince(started),
    ...(endpoint === undefined && {
      isDeleting: (schemaKey, pk) =>
        inFlight.all.some(
          (it) => it.isMutation && affectedBy(it).deleted.get(schemaKey)?.has(pk) === true,
        ),
    }),
  }
}

function payloadOf(
  result: unknown,
  { entities, touched }: NormalizedResponse,
  beside?: CommitPayload['beside'],
): CommitPayload {
  return freezeData({
    ...(result !== undefined && { result }),
    ...(beside && { beside }),
    entities,
    ...(Object.keys(touched).length > 0 && { touched }),
  })
}

/** The result of a read: what equals the last one stays the same object. */
function withLast({ state }: Runtime, { key }: Request, result: unknown): unknown {
  const last = getRow(state.requests, key)?.result
  return last === undefined || result === undefined ? result : replaceEqualDeep(last, result)
}
