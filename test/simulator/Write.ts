import type { TableName } from './ModelServer'

/** A mutation of the client. Moments are counted, not timed: two things that happen in one ms still follow each other. */
export interface Write {
  readonly kind: 'change' | 'visit' | 'create' | 'move' | 'delete'
  /** The row that it writes; of a create, after its response. */
  row: string | undefined
  /** The fields of its body, with their values. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether it is shown while it is in flight. */
  readonly isOptimistic: boolean
  /** Whether it is sent after those of its scope that were called before. */
  readonly isScoped: boolean
  /** Whether the store had no row to compare its response with when it was called. */
  readonly isBlind?: boolean
  /** Whether another client made it, and the server pushed it. */
  readonly isMessage?: boolean
  /** It lands with a message of a socket, which a later request may overtake. */
  readonly isLive?: boolean
  /** The message has the fields that were changed, and no others. */
  readonly isPartial?: boolean
  /** Whether its success had no body, so that the store knows of the row what was expected alone. */
  isEmpty?: boolean
  /** The creation whose temporary key it names; `undefined` where it names the id of the server. */
  readonly creation: Write | undefined
  /** Its request; empty as long as it is being sent. */
  requestId: string
  readonly called: number
  /** When it was sent; of one that waits for others that is to come. */
  start: number
  end: number
  /** One that was never sent has changed nothing, and is not among the writes any more. */
  outcome: 'pending' | 'confirmed' | 'failed' | 'ignored' | 'unsent'
  isAborted: boolean
  /** The revision of the server data in its response. */
  revision: number
  /** The rows in its response besides its own. */
  carried: readonly string[]
  /** Whether it put the row into other lists: a move to where it is already does not. */
  isMoving: boolean
}

/** What is known of a mutation before it begins. */
export type Planned = Pick<
  Write,
  | 'kind'
  | 'row'
  | 'fields'
  | 'isOptimistic'
  | 'isScoped'
  | 'creation'
  | 'isBlind'
  | 'isMessage'
  | 'isLive'
  | 'isPartial'
>

/** Whether a mutation is in flight that was not sent yet. */
export function isWaiting({ start, outcome }: Write): boolean {
  return start === Infinity && outcome === 'pending'
}

export function tableOf({ row, fields }: Pick<Write, 'row' | 'fields'>): TableName {
  return row?.startsWith('posts/') === true || 'author' in fields ? 'posts' : 'users'
}

/** The queue of a mutation: one for each user, one for the creations of users, and one for all posts. */
export function scopeOf(write: Planned): string | undefined {
  if (!write.isScoped) return undefined
  if (tableOf(write) === 'posts') return 'posts'
  return write.kind === 'create' ? 'new users' : write.row
}

/** The temporary primary key of a row that is being created. */
export function temporaryKeyOf({ requestId }: Write): string {
  return `new-${requestId}-1`
}

/** A row that is being created, by its temporary key. */
export function newRowOf(write: Write): string {
  return `${tableOf(write)}/${temporaryKeyOf(write)}`
}

/** Whether the response of a write contains a row that is not its own. */
export function carries(write: Write, row: string): boolean {
  return write.carried.includes(row)
}

/** Whether a mutation has landed of which the store knows nothing but that: neither a response nor what was expected. */
export function isBlank({ isEmpty, isOptimistic, isBlind, kind }: Write): boolean {
  return isEmpty === true && (!isOptimistic || isBlind === true || kind === 'visit')
}

/** Whether a write is about a field: one without a body is about those that it changes. */
export function isNamed({ kind, fields, isBlind }: Write, field: string): boolean {
  if (kind === 'visit') return isBlind === true || field === 'visits' || field === 'version'
  return kind === 'create' || Object.hasOwn(fields, field)
}
