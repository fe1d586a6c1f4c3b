import * as fc from 'fast-check'

/** What a user does to a todo. */
export type Change =
  | { readonly do: 'patch'; readonly id: string; readonly body: Partial<Fields> }
  | { readonly do: 'vote'; readonly id: string }
  | { readonly do: 'create'; readonly title: string }
  | { readonly do: 'remove'; readonly id: string }

export type Step =
  | (Change & { readonly isEarly: boolean })
  | { readonly do: 'set'; readonly id: string; readonly body: Partial<Fields> }
  | { readonly do: 'read list' | 'read one'; readonly id: string; readonly isEarly: boolean }
  | { readonly do: 'jump'; readonly back: number }
  | { readonly do: 'respond' | 'fail' | 'refuse' | 'abort'; readonly which: number }

export interface Fields {
  readonly title: string
  readonly done: boolean
  readonly votes: number
}

export interface TodoRow extends Fields {
  readonly id: string
}

const id = fc.constantFrom('1', '2', '3')
const isEarly = fc.boolean()
const body: fc.Arbitrary<Partial<Fields>> = fc.oneof(
  fc.record({ title: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ done: fc.boolean() }),
)
const one = <Name extends string>(name: Name): fc.Arbitrary<Name> => fc.constant(name)

/** A step of a history; that of a request says whether the server handles it when it arrives, or when it responds. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: one('patch'), id, body, isEarly }) },
  { weight: 3, arbitrary: fc.record({ do: one('vote'), id, isEarly }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('create'), title: fc.constantFrom('x', 'y'), isEarly }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('remove'), id, isEarly }) },
  { weight: 1, arbitrary: fc.record({ do: one('set'), id, body }) },
  { weight: 1, arbitrary: fc.record({ do: one('jump'), back: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('read list', 'read one'), id, isEarly }),
  },
  { weight: 6, arbitrary: fc.record({ do: one('respond'), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('fail', 'refuse', 'abort'), which: fc.nat(5) }),
  },
)

/** The server: its todos, and what it responds. */
export class Server {
  readonly todos = new Map<string, TodoRow>()
  #count = 3

  constructor() {
    for (const key of ['1', '2', '3']) {
      this.todos.set(key, { id: key, title: `todo ${key}`, done: false, votes: 0 })
    }
  }

  /** Does what was requested, and returns the response; `undefined` where there is no such todo. */
  handle(change: Change): object | undefined {
    if (change.do === 'create') {
      this.#count += 1
      return this.#write({ id: String(this.#count), title: change.title, done: false, votes: 0 })
    }
    const known = this.todos.get(change.id)
    if (known === undefined) return undefined
    if (change.do === 'vote') return this.#write({ ...known, votes: known.votes + 1 })
    if (change.do === 'patch') return this.#write({ ...known, ...change.body })
    this.todos.delete(change.id)
    return { id: change.id }
  }

  #write(todo: TodoRow): TodoRow {
    this.todos.set(todo.id, todo)
    return todo
  }
}

/** A mutation in flight, or one that was confirmed, as the model sees it. */
export interface Mutation {
  readonly change: Change
  readonly started: number
  /** When it was confirmed; `undefined` while it is in flight. */
  landed?: number
  /** Of a deletion: the todo was written by hand since. */
  isUndone?: boolean
}

/** Whether a change names a field in its body; a vote has none. */
const isIn = (field: string, { change }: Mutation): boolean =>
  change.do === 'patch' && Object.hasOwn(change.body, field)

/** What is shown: rows by primary key, and a list of them; a row that is being created has no key yet. */
export interface Shown {
  readonly rows: ReadonlyMap<string, TodoRow>
  readonly list: readonly Partial<TodoRow>[]
}

/**
 * The committed rows and list, with the changes in flight applied in order of start.
 * @param replaced when the state was replaced last: deletions before may not be in it
 */
export function applyPending(
  committed: readonly TodoRow[],
  list: readonly string[],
  mutations: readonly Mutation[],
  replaced: number,
): Shown {
  const rows = new Map(committed.map((row) => [row.id, row]))
  const created: Partial<TodoRow>[] = []
  for (const mutation of mutations) {
    const { change, started, landed } = mutation
    if (landed !== undefined) continue
    if (change.do === 'create') {
      created.push({ title: change.title })
      continue
    }
    const row = rows.get(change.id)
    if (row === undefined) continue
    if (change.do === 'remove') {
      rows.delete(change.id)
      continue
    }
    const since = mutations.filter(
      (it) => 'id' in it.change && it.change.id === change.id && (it.landed ?? 0) > started,
    )
    // A deletion wins over every mutation that overlaps it, as long as the todo is deleted.
    const isDeleted = since.some(
      (it) => it.change.do === 'remove' && it.isUndone !== true && (it.landed ?? 0) > replaced,
    )
    if (isDeleted) continue
    const later = since.filter((it) => it.started > started)
    const written = change.do === 'vote' ? { votes: row.votes + 1 } : change.body
    const own = Object.entries(written).filter(([field]) => !later.some((it) => isIn(field, it)))
    rows.set(change.id, { ...row, ...Object.fromEntries(own) })
  }
  const shown = list.flatMap((key) => rows.get(key) ?? [])
  return { rows, list: [...shown, ...created] }
}
