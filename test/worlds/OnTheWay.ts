import type { Call } from './calls'
import { type Fields, ME } from './Database'
import { isFields, keyOf } from './History'
import type { Session } from './Session'
import { shownOf } from './shown'
import type { Mutation } from './steps'

/** Fields that a summary does not have, and whose defaults are shown until a response has them. */
const WHOLE_ONLY: ReadonlySet<string> = new Set(['text', 'starredBy'])

/** Looks for what is shown that neither the server ever said, nor a mutation under way expects. */
export class OnTheWay {
  readonly #session: Session
  /** What was looked at last, by the reads: it stays right. */
  readonly #seen = new Map<string, unknown>()

  constructor(session: Session) {
    this.#session = session
  }

  /** The first such thing, in a reader's words. */
  look(): string | undefined {
    const { readers } = this.#session
    for (const reader of readers.mounted) {
      const screen = readers.screenOf(reader)
      if (screen.is !== 'data') continue
      const { call } = reader
      const name = `${reader.mount} ${call.name}`
      if (this.#seen.get(name) === screen.value) continue
      this.#seen.set(name, screen.value)
      for (const found of inventedBy(this.#session, call, screen.value)) return found
    }
    return undefined
  }
}

function* inventedBy(session: Session, call: Call, value: unknown): Generator<string> {
  const { history } = session.world
  const { members, beside } = shownOf(value)
  for (const member of members) {
    const key = keyOf(member)
    if (!history.wasMember(call.name, key) && !isExpectedMember(session, key)) {
      yield `${call.name} shows ${key}, which the server never listed there`
    }
    yield* inventedFields(session, call, member)
  }
  // How a list with pages goes on follows from the page that came last.
  if (call.paging !== undefined) return
  // A number that the app has declared follows the members, which are looked at already.
  const { envelope, isDeclared } = session.features
  if (envelope === 'total' && isDeclared) return
  for (const part of leavesOf(beside)) {
    if (!history.wasBeside(call.name, part)) {
      yield `${call.name} shows ${JSON.stringify(part)} beside the list, which the server never said`
    }
  }
}

/** The numbers, texts and booleans in an object, at any depth. What is missing is not shown. */
function leavesOf(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return isFields(value) ? Object.values(value).flatMap(leavesOf) : [value]
}

function* inventedFields(session: Session, call: Call, entity: Fields): Generator<string> {
  const key = keyOf(entity)
  for (const [field, value] of Object.entries(entity)) {
    if (isFields(value)) yield* inventedFields(session, call, value)
    else if (
      !session.world.history.wasField(key, field, value) &&
      !isExpectedField(session, key, field, value)
    ) {
      yield `${call.name} shows ${key}.${field}: ${JSON.stringify(value)}, which the server never said`
    }
  }
}

/** A task that is being created has no key of the server; one that is being moved may be in each list. */
function isExpectedMember({ expected, world }: Session, key: string): boolean {
  const isKnown = world.db.find(key) !== undefined
  return expected.some((step) => (isKnown ? 'row' in step : 'fields' in step))
}

function isExpectedField(session: Session, key: string, field: string, value: unknown): boolean {
  const { features, expected, confirmed, world } = session
  if (features.hasSummaries && WHOLE_ONLY.has(field)) return true
  const isKnown = world.db.find(key) !== undefined
  // A task that is being created has the defaults of its class.
  if (!isKnown && expected.some((step) => 'fields' in step)) return true
  return (
    expected.some((step) => mayExpect(step, field, value)) || isUnknown(confirmed, field, value)
  )
}

/** Whether a body had the key of a user, whom the store may not know, and no response has been read since. */
function isUnknown(confirmed: readonly Mutation[], field: string, value: unknown): boolean {
  return value === undefined && confirmed.some((step) => 'fields' in step && field in step.fields)
}

function mayExpect(step: Mutation, field: string, value: unknown): boolean {
  if (isUnknown([step], field, value)) return true
  if ('fields' in step) return JSON.stringify(step.fields[field]) === JSON.stringify(value)
  if (step.do !== 'toggle') return false
  const fields = { like: ['liked', 'likes'], pin: ['pinned'], vote: ['votes'], star: ['starredBy'] }
  if (!fields[step.toggle].includes(field)) return false
  return !Array.isArray(value) || value.every((it) => it === ME)
}
