import type { Call } from './calls'
import type { Database, Fields, TaskRow } from './Database'
import { CHANGES } from './expectToggle'
import { isSameTask, keyOf, responseTo } from './History'
import type { Session } from './Session'
import type { Mutation } from './steps'

/** A mutation of which the app shows what it expects. */
export interface Expected {
  readonly step: Mutation
  /** The task that it writes; absent where it creates one. */
  readonly key?: string
  /** The task to which it replies. */
  readonly parent?: string
}

export function expectedOf(step: Mutation, key: string | undefined): Expected {
  if (key === undefined) return { step }
  return step.do === 'reply' ? { step, parent: key } : { step, key }
}

/** What a task was at some moment, and what mutations under way may make of it. */
interface Expectation {
  /** Nothing, for a task that is being created. */
  readonly before?: TaskRow
  readonly after: TaskRow
}

/** A task of which nothing is known has the defaults of its class. */
const EMPTY: TaskRow = {
  number: 0,
  title: '',
  text: '',
  status: '',
  size: 0,
  project: '',
  assignee: null,
  labels: [],
  createdAt: '',
  archived: false,
  parent: null,
  likes: 0,
  liked: false,
  pinned: false,
  votes: 0,
  starredBy: [],
}

/** Whether mutations under way may bring a task to a list. */
export function isExpectedMember(session: Session, call: Call, key: string): boolean {
  const { db } = session.world
  return expectationsOf(session, key).some(
    ({ before, after }) => isOn(call, db, after) && !(before && isOn(call, db, before)),
  )
}

/** Whether mutations under way may give a task a value. */
export function isExpectedField(
  session: Session,
  key: string,
  field: string,
  value: unknown,
): boolean {
  const { app, world } = session
  const text = JSON.stringify(value)
  // Whether there may be a task of this key is another question.
  const isIt = (task: Fields): boolean => field === app.key || JSON.stringify(task[field]) === text
  return expectationsOf(session, key).some(({ after }) => isIt(world.db.wholeOf(after)))
}

/** Whether a body had the key of a user, whom the store may not know, and no response has been read since. */
export function isUnknownUser(session: Session, key: string, field: string): boolean {
  const steps = [...session.expected, ...session.confirmed].filter((it) => isOf(it, session, key))
  return steps.some(({ step }) => 'fields' in step && field in step.fields)
}

function expectationsOf(session: Session, key: string): readonly Expectation[] {
  const own = session.expected.filter((it) => isOf(it, session, key))
  const versions = session.world.history.versionsOf(key)
  if (versions.length === 0) return own.flatMap(createdBy)
  const steps = own.map(({ step }) => step)
  return versions.flatMap((before) => changedBy(before, steps).map((after) => ({ before, after })))
}

/** A task of which the server has never known is one that is being created. */
function isOf({ key: own }: Expected, { world }: Session, key: string): boolean {
  return own === undefined ? world.history.versionsOf(key).length === 0 : isSameTask(own, key)
}

function createdBy({ step, parent }: Expected): readonly Expectation[] {
  if (!('fields' in step)) return []
  // The address of a reply says whose it is, and its body does not.
  return [parent, null].map((it = null) => ({ after: { ...EMPTY, ...step.fields, parent: it } }))
}

/** A task after some of the mutations, in their order. */
function changedBy(row: TaskRow, [first, ...rest]: readonly Mutation[]): readonly TaskRow[] {
  if (first === undefined) return [row]
  return [row, changed(row, first)].flatMap((it) => changedBy(it, rest))
}

function changed(row: TaskRow, step: Mutation): TaskRow {
  if (step.do === 'toggle') return { ...row, ...CHANGES[step.toggle]({ ...row }, step.on) }
  return 'fields' in step ? { ...row, ...step.fields } : row
}

function isOn({ request }: Call, db: Database, row: TaskRow): boolean {
  const { members } = responseTo(db.withTasks([row]), request)
  return members.some((it) => keyOf(it) === db.keyOf(row))
}
