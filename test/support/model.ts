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
  /** When the read started that brought it, or when anything else landed. */
  turn: Turn
  isGone: boolean
  /** When its deletion landed. */
  deleted?: Turn
}

/** A request that lands, or a write by hand, which starts and lands at once. */
export interface Landing {
  readonly started: Turn
  readonly landed: Turn
  readonly kind: 'read' | 'mutation' | 'set'
  /** The users when a mutation started. */
  readonly before?: ReadonlyMap<string, UserData>
}

/** What the store is to do, done naively: whole objects, put together anew for every read. */
export class Model {
  readonly users = new Map<string, Kept<UserData>>()
  readonly posts = new Map<string, Kept<PostData>>()
  readonly lists = new Map<'users' | 'posts', { ids: string[]; turn: Turn }>()
  readonly responses = new Map<string, { turn: Turn; isInvalid: boolean; invalidated: Turn }>()
  lastReset: Turn = 0
  /** When a mutation from before a reset landed last. */
  lostAt: Turn = 0
  #added: { landed: Turn; id: string }[] = []
  readonly #saidUsers = new Map<string, UserData>()
  readonly #saidPosts = new Map<string, PostData>()

  /** All content of one response: two writes of one row in it are merged before stored data is. */
  land(landing: Landing, say: () => void): void {
    this.#saidUsers.clear()
    this.#saidPosts.clear()
    say()
    const { lostAt } = this
    for (const data of this.#saidUsers.values()) write(this.users, { ...landing, lostAt }, data)
    for (const data of this.#saidPosts.values()) write(this.posts, { ...landing, lostAt }, data)
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

  deleteUser({ landed }: Landing, id: string): void {
    const { data } = this.users.get(id) ?? { data: { id } }
    this.users.set(id, { data, turn: landed, isGone: true, deleted: landed })
  }

  /** The users that are there. */
  usersNow(): ReadonlyMap<string, UserData> {
    const there = [...this.users].filter(([, { isGone }]) => !isGone)
    return new Map(there.map(([id, { data }]) => [id, data]))
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

  /** A mutation that started before a reset may have written anything. */
  doubtAll(turn: Turn): void {
    this.lostAt = turn
    for (const kept of [...this.users.values(), ...this.posts.values()]) kept.turn = turn
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

/** The rules of docs/order.md: a newer write goes over an older one, an older one only fills in, and what is gone is forgotten. */
function write<Data extends { id: string }>(
  rows: Map<string, Kept<Data>>,
  { started, landed, kind, before, lostAt }: Landing & { readonly lostAt: Turn },
  data: Data,
): void {
  const kept = rows.get(data.id)
  const isMutation = kind === 'mutation'
  const isOverlapped = (kept?.turn ?? 0) > started
  const since = kept === undefined && lostAt > started ? lostAt : started
  const turn = kind === 'read' ? since : landed
  if (kept !== undefined && isMutation && (kept.deleted ?? 0) > started) kept.turn = landed
  else if (kept === undefined || kept.isGone) {
    if (isMutation || !isOverlapped) rows.set(data.id, { data, turn, isGone: false })
  } else if (isOverlapped && !isMutation) kept.data = { ...data, ...kept.data }
  else {
    // Its body names nothing, so what it wrote is what it has changed.
    const known = before?.get(data.id) as Partial<Data> | undefined
    const isNew = ([name, value]: [string, unknown]): boolean =>
      known?.[name as keyof Data] !== value
    const written = Object.entries(data).filter((it) => !isOverlapped || isNew(it))
    const isSame = Object.entries(data).every(
      ([name, value]) => kept.data[name as keyof Data] === value,
    )
    kept.data = isSame ? kept.data : { ...kept.data, ...Object.fromEntries(written) }
    kept.turn = turn
  }
}
