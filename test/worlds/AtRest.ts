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
  'two reads at once',
  'by the way, not declared',
  'place not said',
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
  const { readers } = session
  const fetching = readers.mounted.filter(isFetching)
  const isFetched = (call: Call): boolean => fetching.some((it) => it.call.name === call.name)
  return readers.mounted
    .filter(({ call }) => isFetched(call))
    .map((reader): Verdict => {
      const { call } = reader
      const difference = differs(session, reader)
      if (difference === undefined) return { call }
      const excuse = excuseOf(session, call, difference)
      return { call, difference: difference.text, ...(excuse && { excuse }) }
    })
}

interface Difference {
  readonly text: string
  /** The same members stand in another order. */
  readonly isPlace?: boolean
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
    return isQuery && (isGone || hasMore)
      ? undefined
      : { text: 'waits, and no request is under way' }
  }
  const shown = shownOf(screen.value)
  if (isGone) return { text: `shows ${textOf(shown)}, which the server does not have` }
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
    : { text: `shows ${keysOf(shown)} in place of ${keysOf(expected)}`, isPlace: true }
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

/** Why something may differ, if it may: only what changed the answer since the app has read it counts. */
function excuseOf(
  { world, features }: Session,
  call: Call,
  { isPlace }: Difference,
): Excuse | undefined {
  const causes = world.history.changesSinceRead(call.name)
  if (causes.some(({ by }) => by === 'untold')) return 'another client, not told'
  // Of two reads at once, the one that started later counts, also where the server does it first.
  const overtaken = world.history.changesAfterLaterReads(call.name)
  if (overtaken.some(({ by }) => by === 'untold')) return 'two reads at once'
  if (call.isByTheWay && !features.isDeclared && causes.length > 0) {
    return 'by the way, not declared'
  }
  const mayMove = world.history
    .changesSinceRead(call.name, 'orderReadAt')
    .some(({ change, isPlaceSaid }) => change.kind === 'update' || !isPlaceSaid)
  return isPlace === true && mayMove ? 'place not said' : undefined
}
