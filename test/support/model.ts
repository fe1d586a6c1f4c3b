import type { Post, User } from './world'

/** When a request started, or landed; the model numbers them itself. */
export type Turn = number

export type UserData = { id: string; name?: string; nick?: string }
export type PostData = { id: string; title?: string; author: string; reviewer?: string | null }

/** A post as the server sends it: with its author, and perhaps a reviewer, inside. */
export type PostResponse = Omit<PostData, 'author' | 'reviewer'> & {
  author: UserData
  reviewer?: UserData | null
}

interface Kept<Data> {
  data: Data
  /** When the request started whose response is the newest. */
  turn: Turn
  isGone: boolean
  /** When it was deleted last. */
  deleted?: Turn
  /** What mutations and writes by hand wrote: when each started and landed. */
  writes: { started: Turn; landed: Turn; isSet: boolean }[]
}

/** A request that lands, or a write by hand, which starts and lands at once. */
export interface Landing {
  readonly started: Turn
  readonly landed: Turn
  readonly kind: 'read' | 'mutation' | 'set'
}

/** What the store is to do, done naively: whole objects, put together anew for every read. */
export class Model {
  readonly users = new Map<string, Kept<UserData>>()
  readonly posts = new Map<string, Kept<PostData>>()
  readonly lists = new Map<'users' | 'posts', { ids: string[]; turn: Turn }>()
  readonly responses = new Map<string, { turn: Turn; isInvalid: boolean; invalidated: Turn }>()
  lastReset: Turn = 0
  #added: { landed: Turn; id: string }[] = []
  readonly #saidUsers = new Map<string, UserData>()
  readonly #saidPosts = new Map<string, PostData>()

  /** All content of one response: two writes of one row in it are merged before stored data is. */
  land(landing: Landing, say: () => void): void {
    this.#saidUsers.clear()
    this.#saidPosts.clear()
    say()
    for (const data of this.#saidUsers.values()) write(this.users, landing, data)
    for (const data of this.#saidPosts.values()) write(this.posts, landing, data)
  }

  writeUser(data: UserData): void {
    this.#saidUsers.set(data.id, { ...this.#saidUsers.get(data.id), ...data })
  }

  writePost({ author, reviewer, ...data }: PostResponse): void {
    this.writeUser(author)
    if (reviewer) this.writeUser(reviewer)
    const reference = reviewer === undefined ? {} : { reviewer: reviewer?.id ?? null }
    const post = { ...data, author: author.id, ...reference }
    this.#saidPosts.set(post.id, { ...this.#saidPosts.get(post.id), ...post })
  }

  writeList(turn: Turn, name: 'users' | 'posts', ids: readonly string[]): void {
    const list = this.lists.get(name)
    if (list !== undefined && turn < list.turn) return
    // What was added after the list had been requested may not be in the response, and belongs in it all the same.
    const added = this.#added.filter((it) => name === 'users' && it.landed > turn)
    this.lists.set(name, { ids: [...new Set([...ids, ...added.map(({ id }) => id)])], turn })
  }

  addUser(landed: Turn, data: UserData): void {
    this.writeUser(data)
    this.#added.push({ landed, id: data.id })
    const list = this.lists.get('users')
    if (list !== undefined && !list.ids.includes(data.id)) list.ids.push(data.id)
  }

  deleteUser({ started, landed }: Landing, id: string): void {
    const gone = { turn: started, isGone: true, deleted: landed }
    const kept = this.users.get(id)
    if (kept === undefined) this.users.set(id, { data: { id }, writes: [], ...gone })
    else Object.assign(kept, gone)
  }

  recordResponse(turn: Turn, key: string): void {
    const { turn: newest = 0, invalidated = 0 } = this.responses.get(key) ?? {}
    if (turn >= newest && turn >= invalidated) {
      this.responses.set(key, { turn, isInvalid: false, invalidated: 0 })
    }
  }

  invalidate(turn: Turn, key: string): void {
    const known = this.responses.get(key)
    this.responses.set(key, { turn: known?.turn ?? turn, isInvalid: true, invalidated: turn })
  }

  reset(turn: Turn): void {
    for (const part of [this.users, this.posts, this.lists, this.responses]) part.clear()
    this.#added = []
    this.lastReset = turn
  }

  readUser(id: string): Partial<User> | undefined {
    return this.#isHidden(`user ${id}`) ? undefined : this.#user(id)
  }

  readPost(id: string): Partial<Post> | undefined {
    return this.#isHidden(`post ${id}`) ? undefined : this.#post(id)
  }

  readList(name: 'users' | 'posts'): object[] | undefined {
    const list = this.#isHidden(name) ? undefined : this.lists.get(name)
    const read = (id: string) => (name === 'users' ? this.#user(id) : this.#post(id))
    return list?.ids.map(read).filter((it) => it !== undefined)
  }

  #isHidden(key: string): boolean {
    return this.responses.get(key)?.isInvalid === true
  }

  #user(id: string): Partial<User> | undefined {
    const kept = this.users.get(id)
    return kept === undefined || kept.isGone ? undefined : { name: '', ...kept.data }
  }

  #post(id: string): Partial<Post> | undefined {
    const kept = this.posts.get(id)
    if (kept === undefined || this.users.get(kept.data.author)?.isGone === true) return undefined
    const { author, reviewer, ...data } = kept.data
    return {
      title: '',
      ...data,
      author: this.#user(author) as User,
      reviewer:
        reviewer === null ? (null as never) : (this.#user(reviewer ?? '') as User | undefined),
    }
  }
}

/** A newer write goes over an older one, an older one only fills in, and what is gone is forgotten. */
function write<Data extends { id: string }>(
  rows: Map<string, Kept<Data>>,
  { started, landed, kind }: Landing,
  data: Data,
): void {
  const kept = rows.get(data.id)
  const isDeleted = (kept?.deleted ?? 0) > started
  const writes = kept?.writes.filter((it) => it.landed > started) ?? []
  const isOlder =
    kind === 'mutation'
      ? // Each of them has all fields: the one that started later replaces the other.
        writes.some((it) => !it.isSet && it.started > started)
      : writes.length > 0 || started < (kept?.turn ?? 0)
  if (kind === 'mutation' && (isDeleted || (isOlder && kept?.isGone === false))) {
    kept?.writes.push({ started, landed, isSet: false })
    return
  }
  if (kept === undefined || kept.isGone) {
    if (!isDeleted && !(isOlder && kind !== 'mutation')) {
      rows.set(data.id, { ...kept, data, turn: started, isGone: false, writes: kept?.writes ?? [] })
    }
  } else {
    const isFilledIn = isOlder || isDeleted
    kept.data = isFilledIn ? { ...data, ...kept.data } : { ...kept.data, ...data }
    if (!isFilledIn) kept.turn = started
  }
  if (kind !== 'read') rows.get(data.id)?.writes.push({ started, landed, isSet: kind === 'set' })
}
