import type { Call } from './calls'
import type { Fields } from './Database'
import { isExpectedField, isExpectedMember, isUnknownUser } from './expected'
import { isFields, keyOf } from './History'
import type { Session } from './Session'
import { shownOf } from './shown'

/** Fields that a summary does not have, with the defaults that are shown until a response has them. */
const WHOLE_ONLY: Fields = { text: '', starredBy: [] }

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
    if (!history.wasMember(call.name, key) && !isExpectedMember(session, call, key)) {
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
      !isDefault(session, field, value) &&
      !isExpectedField(session, key, field, value) &&
      !(value === undefined && isUnknownUser(session, key, field))
    ) {
      yield `${call.name} shows ${key}.${field}: ${JSON.stringify(value)}, which the server never said`
    }
  }
}

function isDefault({ features }: Session, field: string, value: unknown): boolean {
  return features.hasSummaries && JSON.stringify(WHOLE_ONLY[field]) === JSON.stringify(value)
}
