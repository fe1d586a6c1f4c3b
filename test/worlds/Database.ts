import type { Features } from './Features'

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A number, a text or a boolean as text; of all else, nothing. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** An object of a response. */
export type Fields = Readonly<Record<string, Json>>

export const STATUSES = ['open', 'doing', 'done'] as const
export const LABELS = ['bug', 'ui', 'docs'] as const
export const LOGINS = ['ada', 'alan', 'grace'] as const
export const USERS = ['u1', 'u2', 'u3'] as const
export const PROJECTS = ['1', '2'] as const
export const SIZES = [2, 3, 42] as const
export const DAYS = ['2026-10-30', '2026-11-02', '2026-11-27'] as const
export const TITLES = ['Atlas', 'Beacon', 'Cedar', 'Delta'] as const

/** The user of the app: the id, and the login. */
export const ME = 'me'

export interface TaskRow {
  /** The number by which tasks are ordered. */
  readonly number: number
  title: string
  text: string
  status: string
  size: number
  project: string
  assignee: string | null
  labels: readonly string[]
  createdAt: string
  archived: boolean
  parent: string | null
  likes: number
  liked: boolean
  pinned: boolean
  votes: number
  starredBy: readonly string[]
}

export interface UserRow {
  readonly id: string
  /** By which arguments and bodies name a user. */
  readonly login: string
  name: string
  following: boolean
  blocked: boolean
}

/** All that a server stores. */
export class Database {
  readonly features: Features
  readonly tasks: TaskRow[] = []
  readonly users: UserRow[] = []
  /** How often it was written. */
  version = 0
  #last = 0

  constructor(features: Features) {
    this.features = features
    for (const login of [ME, ...LOGINS]) {
      this.createUser(login).following = login === 'ada'
    }
    for (let at = 0; at < 7; at++) this.create(sampleOf(at))
  }

  create(given: Partial<TaskRow>): TaskRow {
    this.#last += 1
    const row = { ...DEFAULTS, ...given, number: this.#last }
    this.tasks.push(row)
    return row
  }

  delete(row: TaskRow): void {
    this.tasks.splice(this.tasks.indexOf(row), 1)
  }

  /** The same server with other tasks. */
  withTasks(tasks: readonly TaskRow[]): Database {
    const other = new Database(this.features)
    other.tasks.splice(0, Infinity, ...tasks)
    other.users.splice(0, Infinity, ...this.users)
    return other
  }

  keyOf({ number, title }: TaskRow): string {
    return this.features.hasSlugs ? `${title.toLowerCase()}-${number}` : String(number)
  }

  find(key: string): TaskRow | undefined {
    return this.tasks.find((row) => this.keyOf(row) === key)
  }

  createUser(login: string): UserRow {
    const id = login === ME ? ME : `u${this.users.length}`
    const user = { id, login, name: `${login}!`, following: false, blocked: false }
    this.users.push(user)
    return user
  }

  findUser(id: string): UserRow | undefined {
    return this.users.find((user) => user.id === id)
  }

  /** A task as details have it. */
  wholeOf(row: TaskRow): Fields {
    const { number: _, assignee, ...fields } = row
    const user = this.users.find(({ login }) => login === assignee)
    const nested = user === undefined ? null : this.userOf(user)
    return {
      [this.features.hasSlugs ? 'slug' : 'id']: this.keyOf(row),
      ...fields,
      assignee: nested,
    }
  }

  /** A task as lists have it. */
  summaryOf(row: TaskRow): Fields {
    const whole = this.wholeOf(row)
    const { text: _, starredBy: _stars, ...summary } = whole
    return this.features.hasSummaries ? summary : whole
  }

  userOf({ id, login, name, following, blocked }: UserRow): Fields {
    return { id, login, name, following, blocked }
  }
}

const DEFAULTS = {
  title: 'New',
  text: '',
  status: 'open',
  size: 2,
  project: '1',
  assignee: null,
  labels: [],
  createdAt: '2026-11-27',
  archived: false,
  parent: null,
  likes: 7,
  liked: false,
  pinned: false,
  votes: 0,
  starredBy: [],
}

/** A task of which all fields follow from a number, so that each list has some members and lacks others. */
export function sampleOf(at: number): Partial<TaskRow> {
  const pick = <Item>(items: readonly Item[], by: number): Item => items[by % items.length] as Item
  return {
    title: `${pick(TITLES, at)}${at}`,
    text: `About ${at}`,
    status: pick(STATUSES, at),
    project: pick(PROJECTS, at >> 1),
    size: pick(SIZES, at >> 1),
    assignee: at % 4 === 3 ? null : pick(LOGINS, at),
    labels: [pick(LABELS, at), pick(LABELS, at >> 2)].filter(
      (it, place, all) => all.indexOf(it) === place,
    ),
    createdAt: pick(DAYS, at),
    archived: at % 5 === 4,
  }
}
