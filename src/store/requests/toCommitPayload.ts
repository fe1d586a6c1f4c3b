import type { NormalizedResponse } from '../../normalize/NormalizeRun'
import { type FieldNames, type Landing, plainLanding } from '../../normalize/landing'
import { normalizeInto } from '../../normalize/normalize'
import type { RowMeta } from '../../schema/contract'
import { isObject } from '../../util/checks'
import { formFields, mapValues, setOwn } from '../../util/record'
import { freezeData } from '../../util/freeze'
import { replaceEqualDeep } from '../../util/replaceEqualDeep'
import { toPlain } from '../../util/toPlain'
import type { Runtime } from '../Runtime'
import { confirmedRow, confirmedSource, type CoveredTables } from '../state/confirmed'
import { keepBeside } from '../state/besideResults'
import type { CommitPayload } from '../state/actions'
import { expiryAt } from '../state/expiry'
import { getRow } from '../state/table'

/** A value to store, and what it is to the rows that it meets. */
export interface Commit {
  readonly schema: unknown
  readonly value: unknown
  readonly args: readonly unknown[]
  /** `fetchedAt` is the start of the request. */
  readonly meta: RowMeta
  readonly isMutation: boolean
  /** The fields that the body of a mutation names. */
  readonly names?: FieldNames
  /** The tables when a mutation started. */
  readonly before?: CoveredTables | undefined
  /** Written by hand: it was never in flight. */
  readonly isByHand?: boolean
  /** The read whose response it is, or to which it adds a page. */
  readonly read?: { readonly key: string; readonly isPage: boolean } | undefined
}

/**
 * The rows that a value changes in a store, and the value with primary keys in place of entities.
 * @throws SchemaError with the path to what does not fit
 */
export function toCommitPayload(runtime: Runtime, commit: Commit): CommitPayload {
  const { schema, value, args, meta, read } = commit
  const { inFlight, journal, state, tableOwners } = runtime
  const { fetchedAt: started, landed } = meta
  const beside = keepBeside(schema, value)
  const response = beside === undefined ? value : null
  const landing = landingOf(runtime, commit)
  const run = normalizeInto(confirmedSource(state), schema, response, args, landing, tableOwners)
  const result = withPages(runtime, commit, run.result)
  const page = read?.isPage === true ? { key: read.key, result: run.result } : undefined
  const others = inFlight.all.filter(({ call }) => call.started !== started)
  journal.add(others, { started, landed, changes: run.changes, page })
  return payloadOf(result, run, beside)
}

/** What a response is to the rows that it meets. */
export function landingOf(
  { journal, lostAt, lastMutation }: Runtime,
  { meta, isMutation, isByHand = false, names, before }: Omit<Commit, 'schema' | 'value' | 'args'>,
): Landing {
  const { fetchedAt: started, date, expiresAt, landed } = meta
  const fetchedAt = isMutation || isByHand ? landed : started
  return {
    meta: { fetchedAt, date, expiresAt, landed },
    started,
    isMutation,
    names,
    lostAt,
    lastMutation,
    ...(before && { before: (schemaKey, pk) => confirmedRow(before, schemaKey, pk) }),
    ...journal.landing(started),
  }
}

/** The rows that a value would change if it were written now, however requests overlap. */
export function normalizeNow(
  { state, clock, settings, tableOwners }: Runtime,
  schema: unknown,
  value: unknown,
  args: readonly unknown[],
): CommitPayload {
  const landed = clock.next()
  const date = Date.now()
  const times = { date, expiresAt: expiryAt(date, settings.dataExpiryLength) }
  const landing = plainLanding({ fetchedAt: landed, ...times, landed })
  const run = normalizeInto(confirmedSource(state), schema, value, args, landing, tableOwners)
  return payloadOf(run.result, run)
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

/** The result of a read: what equals the last one stays the same object, and results of pages since then go over it. */
function withPages({ state, journal }: Runtime, { meta, read }: Commit, result: unknown): unknown {
  if (read === undefined || result === undefined) return result
  const last = getRow(state.requests, read.key)?.result
  const whole = read.isPage
    ? joinResults(last, result)
    : journal.pageResults(read.key, meta.fetchedAt).reduce(joinResults, result)
  return last === undefined ? whole : replaceEqualDeep(last, whole)
}

/** A page of an object brings anew what is beside its list, such as where the next page starts. */
function joinResults(result: unknown, page: unknown): unknown {
  return isObject(result) && isObject(page) ? { ...result, ...page } : page
}

/** The arguments of a call as JSON, for actions: files and forms as summaries, what JSON cannot contain by its name. */
export function serializeArgs(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => serialize(arg, false) ?? null)
}

function serialize(value: unknown, isMember: boolean): unknown {
  try {
    return toPlain(value, '', 0, describeInstance)
  } catch {
    return isMember || !isObject(value)
      ? nameOf(value)
      : mapValues(value, (member) => serialize(member, true))
  }
}

function describeInstance(value: object): unknown {
  if (value instanceof FormData) return { $formData: serializeForm(value) }
  if (value instanceof Blob) return serializeFile(value)
  return 'toJSON' in value ? undefined : nameOf(value)
}

function serializeForm(form: FormData): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of formFields(form)) {
    setOwn(result, name, typeof value === 'string' ? value : serializeFile(value as Partial<File>))
  }
  return result
}

/** What a file has of these: that of React Native may have no size. */
function serializeFile({ name, size, type }: Partial<File>): unknown {
  return { $file: JSON.parse(JSON.stringify({ name, size, type })) as unknown }
}

function nameOf(value: unknown): string {
  if (!isObject(value)) return `[${typeof value}]`
  // There is none without a prototype, and data may have a field of this name.
  const { name = 'Object' } = Object(value.constructor) as { name?: string }
  return `[${name}]`
}
