import type { Ledger } from './Ledger'
import { carries, type Write } from './Write'
import type { ModelServer, Row } from './ModelServer'
import type { ListName } from './world'
import type { Network } from './Network'

/**
 * Whether the store has to show the server data of a row without a new request: its last write was confirmed,
 * overlapped no other one and was followed by no failed one, and no other client changed the row since.
 */
export function isSettled(row: string, ledger: Ledger, server: ModelServer): boolean {
  const last = ledger.writes
    .filter((it) => it.row === row && it.outcome === 'confirmed' && !isIncomplete(it))
    .reduce<Write | undefined>(
      (one, it) => (one === undefined || it.end > one.end ? it : one),
      undefined,
    )
  if (last === undefined || ledger.isTurbulent(last.start, Infinity)) return false
  if (ledger.isSetBetween(row, last.start, Infinity)) return false
  const others = ledger.writes.filter((it) => it !== last && it.end > last.start)
  const isDisturbed = others.some(
    (it) => it.row === row || (carries(it, row) && it.start < last.end),
  )
  return !isDisturbed && (server.historyOf(row).at(-1)?.revision ?? 0) <= last.revision
}

/** Whether the store does not know the whole row from it. */
function isIncomplete({ isEmpty, isPartial }: Write): boolean {
  return isEmpty === true || isPartial === true
}

/** Whether the store has to show without a new request whether a row is in a list. */
export function isMembershipSettled(
  row: string,
  { status, isPlain }: ListName,
  ledger: Ledger,
  server: ModelServer,
): boolean {
  const changes = ledger.writes.filter((it) => it.row === row && it.kind !== 'change')
  const last = changes.at(-1)
  if (last?.outcome !== 'confirmed' || !last.isMoving || last.isEmpty === true) return false
  if (isPlain !== undefined && last.isMessage === true) return false
  // A move does not affect the list of all.
  if (status === undefined && last.kind === 'move') return false
  if (ledger.isTurbulent(last.start, Infinity)) return false
  if (ledger.isBeforeTakeover(last.end)) return false
  if (changes.some((it) => it !== last && it.end > last.start)) return false
  const versions = server.historyOf(row)
  const later = versions.filter(({ revision }) => revision >= last.revision)
  const isSame = (one: Row | undefined, other: Row | undefined): boolean =>
    one === undefined ? other === undefined : one['status'] === other?.['status']
  return later.every(({ row: it }) => isSame(it, later[0]?.row))
}

/** The rows that only this client changed, in ways that it could know of. */
export function isOwn(row: string, ledger: Ledger, server: ModelServer, network: Network): boolean {
  if (ledger.epoch > 0 || ledger.isSetBetween(row, 0, Infinity)) return false
  // A message may be older than what this client did, and come later.
  const isAbout = (it: Write): boolean => it.row === row || carries(it, row)
  if (ledger.writes.some((it) => it.isLive === true && isAbout(it))) return false
  const isOfPage = (by: string | undefined): boolean =>
    ledger.writes.some(({ requestId }) => requestId === by)
  return server
    .historyOf(row)
    .slice(1)
    .every(({ by }) => isOfPage(by) && network.exchangeOf(by as string)?.isSecret !== true)
}
