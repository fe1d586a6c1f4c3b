import { type Database, type Fields, type Json, type TaskRow, textOf } from './Database'
import { respondToRead, type ServerRequest, streamOf } from './reads'
import type { Change } from './writes'

/** Why the server has other data than before. */
export interface Cause {
  /** Who wrote: the app, or another client, of which messages tell or not. */
  readonly by: 'app' | 'told' | 'untold'
  readonly change: Change
  /** The app says where in its list the new member is. */
  readonly isPlaceSaid: boolean
}

/** A read that some reader has shown, as far as the history of its answers depends on it. */
export interface Tracked {
  readonly name: string
  readonly request: ServerRequest
  /** What mutations change only by the way, such as a number of open tasks. */
  readonly isByTheWay: boolean
}

/** What an answer has, by its parts. */
export interface ResponseParts {
  readonly status: number
  /** The members of a list, or the one entity. */
  readonly members: readonly Fields[]
  /** What stands beside the members. */
  readonly beside: Fields
}

interface ResponseChange {
  readonly version: number
  readonly cause: Cause
  readonly moved: readonly string[]
}

interface ResponseHistory {
  readonly tracked: Tracked
  now: string
  /** The members, in their order. */
  keys: readonly string[]
  /** The versions at which the answer changed, with the causes, and the members whose place the app cannot know. */
  readonly changes: ResponseChange[]
  /** All that was ever a member, whatever key it had. */
  readonly members: Set<string>
  /** All that ever stood beside, as texts. */
  readonly besides: Set<string>
  /** The version that the newest read of the app found, and when that started: an older one that ends later does not land. */
  readAt: number
  startedAt: number
  /** The same, as far as no mutation was under way that has changed the order of the app's list since. */
  orderReadAt: number
}

/** All answers that a server gave, or would have given, since somebody has shown them. */
export class History {
  readonly #db: Database
  readonly #responses = new Map<string, ResponseHistory>()
  /** All that fields of entities ever were. */
  readonly #fields = new Map<string, Set<string>>()
  /** All that tasks ever were. */
  readonly #versions: TaskRow[] = []
  /** The versions that reads of the app found, by the order of their starts. */
  readonly #reads: { readonly version: number; readonly start: number }[] = []
  /** The version before the requests that overlap now. */
  #overlapsSince = Infinity

  constructor(db: Database) {
    this.#db = db
    for (const row of db.tasks) this.#noteTask(row)
    for (const row of db.users) this.note(db.userOf(row))
  }

  track(tracked: Tracked): void {
    if (this.#responses.has(tracked.name)) return
    const history = {
      tracked,
      now: '',
      keys: [],
      changes: [],
      members: new Set<string>(),
      besides: new Set<string>(),
      readAt: -1,
      startedAt: -1,
      orderReadAt: -1,
    }
    this.#responses.set(tracked.name, history)
    this.#look(history)
  }

  /** The app has read an answer of some version, by a request that it started as this one of all. */
  noteRead(name: string, version: number, start: number): void {
    this.#reads.push({ version, start })
    const history = this.#responses.get(name)
    if (history === undefined) return
    if (start >= history.startedAt) Object.assign(history, { readAt: version, startedAt: start })
    history.orderReadAt = Math.max(history.orderReadAt, Math.min(version, this.#overlapsSince))
  }

  /** Requests overlap from now on, or do not. */
  noteOverlaps(areThere: boolean): void {
    this.#overlapsSince = areThere ? this.#db.version : Infinity
  }

  /** The server has written. */
  commit(cause: Cause): void {
    this.#db.version += 1
    const { kind, data } = cause.change
    const task = this.#db.find(keyOf(data))
    if (task) this.#noteTask(task)
    else if (kind !== 'delete') this.note(data)
    for (const history of this.#responses.values()) {
      const { keys } = history
      if (!this.#look(history)) continue
      const moved = movedBy(cause, keys, history.keys)
      history.changes.push({ version: this.#db.version, cause, moved })
    }
  }

  /** What changed an answer since the app has read it. */
  changesSinceRead(name: string): readonly Cause[] {
    const { changes = [], readAt = 0 } = this.#responses.get(name) ?? {}
    return changes.filter(({ version }) => version > readAt).map(({ cause }) => cause)
  }

  /** Whether a member has come to a place of a list that the app cannot know, since it has read their order. */
  hasMoved(name: string, key: string): boolean {
    const { changes = [], orderReadAt = 0 } = this.#responses.get(name) ?? {}
    const identity = identityOf(key)
    return changes.some(({ version, moved }) => version > orderReadAt && moved.includes(identity))
  }

  /** What changed an answer that the app has read, after the server did a read that the app started later. */
  changesAfterLaterReads(name: string): readonly Cause[] {
    const { changes = [], startedAt = 0, readAt = 0 } = this.#responses.get(name) ?? {}
    const later = this.#reads.filter(({ start }) => start > startedAt)
    const since = Math.min(...later.map(({ version }) => version))
    const found = changes.filter(({ version }) => version > since && version <= readAt)
    return found.map(({ cause }) => cause)
  }

  /** Whether another client deleted a member that the app was creating, before a read that is no news of that to the app. */
  wasDeletedUnderWay(name: string): boolean {
    const { changes = [], orderReadAt = 0 } = this.#responses.get(name) ?? {}
    const later = changes.filter(({ version }) => version > orderReadAt).map(({ cause }) => cause)
    const keysOf = (kind: Change['kind'], by: Cause['by']): readonly string[] =>
      later
        .filter((it) => it.change.kind === kind && it.by === by)
        .map((it) => keyOf(it.change.data))
    const created = keysOf('create', 'app')
    return keysOf('delete', 'untold').some((key) => created.includes(key))
  }

  wasMember(name: string, key: string): boolean {
    return this.#responses.get(name)?.members.has(identityOf(key)) ?? false
  }

  wasBeside(name: string, value: unknown): boolean {
    return this.#responses.get(name)?.besides.has(JSON.stringify(value)) ?? false
  }

  wasField(key: string, field: string, value: unknown): boolean {
    return this.#fields.get(`${identityOf(key)}.${field}`)?.has(JSON.stringify(value)) ?? false
  }

  /** What a task was, from its first version to its last. */
  versionsOf(key: string): readonly TaskRow[] {
    return this.#versions.filter((row) => isSameTask(this.#db.keyOf(row), key))
  }

  #noteTask(row: TaskRow): void {
    this.#versions.push({ ...row })
    this.note(this.#db.wholeOf(row))
  }

  /** Notes what an entity is, and those in it. */
  note(data: Fields): void {
    for (const [field, value] of Object.entries(data)) {
      if (isFields(value)) {
        this.note(value)
        continue
      }
      const name = `${identityOf(keyOf(data))}.${field}`
      const values = this.#fields.get(name) ?? new Set()
      this.#fields.set(name, values.add(JSON.stringify(value)))
    }
  }

  /** Whether the answer is another one than before. */
  #look(history: ResponseHistory): boolean {
    const { name, request, isByTheWay } = history.tracked
    const parts = responseTo(this.#db, request)
    const now = JSON.stringify(parts)
    if (now === history.now) return false
    history.now = now
    history.keys = parts.members.map(keyOf)
    for (const member of parts.members) {
      history.members.add(identityOf(keyOf(member)))
      // What is written is noted by itself, but not what follows from it.
      if (isByTheWay) this.note(member)
    }
    for (const value of partsOf(parts.beside)) history.besides.add(value)
    return name !== ''
  }
}

/** Members that are new, and the one that was written if it stands elsewhere among the others. */
function movedBy(
  { by, change, isPlaceSaid }: Cause,
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  if (isPlaceSaid && change.kind === 'create') return []
  // A message of a renamed task brings a new one: only the app's own mutations rename.
  const nameOf = by === 'app' ? identityOf : (key: string) => key
  const names = before.map(nameOf)
  const all = now.map(nameOf)
  const stayed = names.filter((name) => all.includes(name))
  const isSame = stayed.join() === all.filter((name) => names.includes(name)).join()
  const written = nameOf(keyOf(change.data))
  return all
    .filter((name) => !names.includes(name) || (!isSame && name === written))
    .map(identityOf)
}

/** What the server answers to a read at this moment; of a list with pages, with all of them. */
export function responseTo(db: Database, request: ServerRequest): ResponseParts {
  const { status, body = null } = respondToRead(db, request)
  const { members, beside } = splitBody(body)
  return request.path.startsWith('/stream/')
    ? { status, members: streamOf(db), beside }
    : { status, members, beside }
}

/** The members of a body, and what stands beside them. */
export function splitBody(body: Json): Pick<ResponseParts, 'members' | 'beside'> {
  if (Array.isArray(body)) return { members: body as readonly Fields[], beside: {} }
  const { items, ...beside } = (body ?? {}) as Fields
  if (items !== undefined) return { members: items as readonly Fields[], beside }
  return isEntity(beside) ? { members: [beside], beside: {} } : { members: [], beside }
}

/** The number, text or boolean parts of an object, each as its JSON, and the object itself. */
function partsOf(value: Json): string[] {
  const inside = isFields(value) ? Object.values(value).flatMap(partsOf) : []
  return [JSON.stringify(value), ...inside]
}

function isEntity(value: Fields): boolean {
  return 'id' in value || 'slug' in value
}

/** The key of an entity; those of users differ from those of tasks, and those of projects have `open`. */
export function keyOf(data: Fields): string {
  const { slug, id, open } = data
  return `${open === undefined ? '' : 'project '}${textOf(slug ?? id)}`
}

export function isSameTask(one: string, other: string): boolean {
  return identityOf(one) === identityOf(other)
}

/** What stays of a key: the slug of a task that is renamed ends with the same number. */
function identityOf(key: string): string {
  return key.replace(/^[a-z]+\d+(?=-\d+$)/, '')
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
