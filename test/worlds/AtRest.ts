import { isStale } from 'rtk-rest'
import type { Call } from './calls'
import type { Fields } from './Database'
import { type ResponseParts, responseTo, keyOf } from './History'
import { nextPage } from './paging'
import { isFetching, type Reader } from './Readers'
import { startOf } from './reads'
import type { Session } from './Session'
import { differenceOf, type ShownList, shownOf } from './shown'

/** What may differ at rest, and is counted. */
export const EXCUSES = [
  'another client, not told',
  'a message of before',
  'two reads at once',
  'by the way, not declared',
  'place not said',
  'stale, and nobody fetches',
] as const

export type Excuse = (typeof EXCUSES)[number]

export interface Verdict {
  readonly call: Call
  /** In a reader's words; `undefined` where it is what the server says. */
  readonly difference?: string
  readonly excuse?: Excuse
}

/** Holds what each mounted read shows against what the server answers at this moment. */
export function verdictsOf(session: Session): readonly Verdict[] {
  return session.readers.mounted.map((reader): Verdict => {
    const { call } = reader
    const difference = differs(session, reader)
    if (difference === undefined) return { call }
    const excuse = excuseOf(session, call, difference)
    return { call, difference: difference.text, ...(excuse && { excuse }) }
  })
}

interface Difference {
  readonly text: string
  /** The same members stand in another order: what is shown, and what the server has. */
  readonly orders?: readonly (readonly string[])[]
  /** The server does not have what has this key. */
  readonly goneKey?: string
}

function differs({ world, readers }: Session, reader: Reader): Difference | undefined {
  const { call } = reader
  const expected = responseTo(world.db, call.request)
  const isGone = expected.status === 404
  const isQuery = !isFetching(reader)
  const screen = readers.screenOf(reader)
  if (screen.is === 'error') return isGone ? undefined : { text: `fails: ${screen.error.message}` }
  if (screen.is === 'waiting') {
    // `useQuery` has no value where the others fail, and of what it does not find beside a list, or in a header of a page.
    const hasMore = call.paging !== undefined || Object.keys(expected.beside).length > 0
    return isQuery && (isGone || hasMore || !isFetched(readers, call))
      ? undefined
      : { text: 'waits, and no request is under way' }
  }
  const shown = shownOf(screen.value)
  if (isGone) {
    const text = `shows ${textOf(shown)}, which the server does not have`
    return { text, goneKey: shown.members.map(keyOf).join() }
  }
  const isPart = isQuery && Object.values<unknown>(shown.beside).includes(undefined)
  return call.paging === undefined
    ? differsWhole(shown, isPart ? { ...expected, beside: {} } : expected)
    : differsInPages(world.db, call, shown, expected, isPart)
}

function differsWhole(shown: ShownList, expected: ResponseParts): Difference | undefined {
  const isSet = sameMembers(shown.members, expected.members)
  if (!isSet) return { text: `shows ${keysOf(shown)}, and the server lists ${keysOf(expected)}` }
  const text = differsInFields(shown, expected) ?? differenceOf(shown.beside, expected.beside)
  if (text !== undefined) return { text }
  const isOrdered = keysOf(shown) === keysOf(expected)
  return isOrdered
    ? undefined
    : {
        text: `shows ${keysOf(shown)} in place of ${keysOf(expected)}`,
        orders: [shown.members.map(keyOf), expected.members.map(keyOf)],
      }
}

/** Of a list with pages some are shown: its members from the front, and what leads to the next, without a gap. */
function differsInPages(
  db: Session['world']['db'],
  { paging = 'number' }: Call,
  shown: ShownList,
  { members }: ResponseParts,
  isPart: boolean,
): Difference | undefined {
  const first = members.slice(0, shown.members.length)
  if (keysOf(shown) !== keysOf({ members: first })) {
    return { text: `shows ${keysOf(shown)} of the pages ${keysOf({ members })}` }
  }
  const text = differsInFields(shown, { members: first })
  if (text !== undefined || isPart) return text === undefined ? undefined : { text }
  const all = members.length
  const { total = all } = shown.beside
  if (total !== all) return { text: `.total is ${textOf(total)}, and not ${all}` }
  const keys = shown.members.map(keyOf)
  const next = nextPage(paging, shown.beside, keys)
  const sorted = db.features.isNewestFirst ? db.tasks.toReversed() : db.tasks
  const start = next === undefined ? all : startOf(db, sorted, next)
  return start > keys.length
    ? { text: `shows ${keys.length} members, and goes on at ${start}` }
    : undefined
}

function differsInFields(
  shown: Pick<ShownList, 'members'>,
  expected: Pick<ResponseParts, 'members'>,
): string | undefined {
  for (const member of expected.members) {
    const same = shown.members.find((it) => keyOf(it) === keyOf(member))
    const difference = differenceOf(same, member, keyOf(member))
    if (difference !== undefined) return difference
  }
  return undefined
}

function sameMembers(some: readonly Fields[], others: readonly Fields[]): boolean {
  const sorted = (members: readonly Fields[]): string => members.map(keyOf).toSorted().join()
  return sorted(some) === sorted(others)
}

function keysOf({ members }: { readonly members: readonly Fields[] }): string {
  return `[${members.map(keyOf).join(', ')}]`
}

function textOf(value: unknown): string {
  return JSON.stringify(value)
}

function isFetched({ mounted }: Session['readers'], { name }: Call): boolean {
  return mounted.some((it) => it.call.name === name && isFetching(it))
}

/** Why something may differ, if it may: only what changed the answer since the app has read it counts. */
function excuseOf(
  { world, features, readers, store, messageKeys }: Session,
  call: Call,
  { orders, goneKey }: Difference,
): Excuse | undefined {
  const { endpoint, args, name } = call
  const causes = world.history.changesSinceRead(name)
  const isUntold = causes.some(({ by }) => by === 'untold')
  if (isUntold || world.history.wasDeletedUnderWay(name)) return 'another client, not told'
  if (goneKey !== undefined && messageKeys.has(goneKey) && !isFetched(readers, call)) {
    return 'a message of before'
  }
  // Of two reads at once, the one that started later counts, also where the server does it first.
  const overtaken = world.history.changesAfterLaterReads(name)
  if (overtaken.some(({ by }) => by === 'untold')) return 'two reads at once'
  if (call.isByTheWay && !features.isDeclared && causes.length > 0) {
    return 'by the way, not declared'
  }
  const [shown, listed] = (orders ?? []).map((keys) =>
    keys.filter((key) => !world.history.hasMoved(name, key)).join(),
  )
  if (orders && shown === listed) return 'place not said'
  // `useQuery` goes on showing what the next reader that mounts will fetch.
  const isKnown = isStale(store.controller.getResponse(endpoint, ...(args as never[])))
  return !isFetched(readers, call) && isKnown ? 'stale, and nobody fetches' : undefined
}
