import { getOrCreate } from '../util/getOrCreate'
import { type Entry, type Scene, VOLATILE } from './parts'

/** Earlier versions that were made of one piece of data. */
interface Past {
  /** The last ones that were made before the data was replaced; one for each schema. */
  readonly kept: Entry[]
  /** Others (a nested row was another): found again as long as somebody holds what was made. */
  refs: Ref[]
  /** How many references there may be before those to what is gone are sorted out. */
  limit: number
}

type Ref = Pick<WeakRef<object>, 'deref'>

/** Answers of one function for one value, by the arguments. */
type Answers = Map<string, unknown>

const MIN_REFS = 8

/** As far back as anybody goes: each is looked at when an earlier version is looked for. */
const MAX_REFS = 256

/** Without weak references, as in React Native's old architecture, the last few versions of each row are held. */
const HAS_REFS = typeof WeakRef === 'function'

/** How many answers are kept for one value: enough for what one page asks. */
const MAX_ANSWERS = 1_000

/**
 * What was built from rows, so that the same rows give the same (`===`) object. The current version of a row is filed
 * by table and primary key; earlier ones by their data, for as long as somebody holds the data or what was built of it.
 */
export class Memo {
  /** The newest state of those that share this memory. */
  #tip: number
  /** A state that is not the newest was read: what was made before may be asked for again. */
  #mayReturn = false
  readonly #tables = new Map<string, Map<string, Entry>>()
  readonly #objects = new WeakMap<object, Entry>()
  readonly #past = new WeakMap<object, Past>()
  readonly #entryOf = new WeakMap<object, Entry>()
  readonly #derived = new WeakMap<object, WeakMap<object, Answers>>()

  constructor(epoch: number) {
    this.#tip = epoch
  }

  /** Says that a newer state follows an earlier one, or one that nobody knows. */
  follow(before: number | undefined, next: number): void {
    if (before !== this.#tip && next !== this.#tip) this.#mayReturn = true
    this.#tip = next
  }

  /** Says that a state is read. */
  look(epoch: number): void {
    if (epoch !== this.#tip) this.#mayReturn = true
  }

  /** The newest version of a row as a schema reads it. */
  find(schemaKey: string, pk: string, schema: unknown): Entry | undefined {
    let entry = this.#tables.get(schemaKey)?.get(pk)
    while (entry !== undefined && entry.schema !== schema) entry = entry.next
    return entry
  }

  /** What was made last of an object that has no row. */
  findObject(object: object, schema: unknown): Entry | undefined {
    let entry = this.#objects.get(object)
    while (entry !== undefined && entry.schema !== schema) entry = entry.next
    return entry
  }

  /** An earlier version that holds, where somebody still has it. */
  findPast(token: object, schema: unknown, scene: Scene): Entry | undefined {
    const past = this.#mayReturn ? this.#past.get(token) : undefined
    if (past === undefined) return undefined
    const fits = (it: Entry | undefined): it is Entry =>
      it !== undefined && it.schema === schema && it.holds(scene)
    const kept = past.kept.find(fits)
    if (kept !== undefined) return kept
    for (const ref of past.refs) {
      const value = ref.deref()
      const entry = value && this.#entryOf.get(value)
      if (fits(entry)) return entry
    }
    return undefined
  }

  put(entry: Entry): void {
    const first = this.#first(entry)
    entry.next = first
    for (let last = entry, it = first; it !== undefined; it = it.next) {
      if (it.schema === entry.schema) {
        last.next = it.next
        this.#retire(it, entry)
      } else last = it
    }
    if (entry.schemaKey === undefined) this.#objects.set(entry.token as object, entry)
    else getOrCreate(this.#tables, entry.schemaKey, newTable).set(entry.pk, entry)
  }

  /** What `make` gave for a value and some arguments, asked for once. */
  derive(schema: object, value: object, args: string, make: () => unknown): unknown {
    const bySchema = getOrCreate(this.#derived, value, () => new WeakMap<object, Answers>())
    const answers = getOrCreate(bySchema, schema, () => new Map<string, unknown>())
    if (!answers.has(args)) answers.set(args, make())
    if (answers.size > MAX_ANSWERS) answers.delete(answers.keys().next().value as string)
    return answers.get(args)
  }

  #first(entry: Entry): Entry | undefined {
    if (entry.schemaKey !== undefined) return this.#tables.get(entry.schemaKey)?.get(entry.pk)
    return this.#objects.get(entry.token as object)
  }

  /** Files a version away under its data. */
  #retire(old: Entry, next: Entry): void {
    const { token } = old
    if (old === next || typeof token !== 'object' || token === null) return
    // Somebody else reads the same with other arguments, and will be back.
    if (old.epoch === VOLATILE) this.#mayReturn = true
    const past = getOrCreate(this.#past, token, newPast)
    if (token === next.token) this.#refer(past, old)
    else this.#replaceKept(past, old)
  }

  /** With the data gone from the state, the data itself is what keeps the last version of it. */
  #replaceKept(past: Past, old: Entry): void {
    const at = past.kept.findIndex((it) => it.schema === old.schema)
    const before = at < 0 ? undefined : past.kept.splice(at, 1, old)[0]
    if (before === undefined) past.kept.push(old)
    else if (before !== old) this.#refer(past, before)
  }

  /** Only who holds the value may keep this. */
  #refer(past: Past, old: Entry): void {
    const { value } = old
    if (typeof value !== 'object' || value === null) return
    this.#entryOf.set(value, old)
    past.refs.push(refTo(value))
    if (past.refs.length > past.limit) prune(past)
  }
}

const newTable = (): Map<string, Entry> => new Map<string, Entry>()
const newPast = (): Past => ({ kept: [], refs: [], limit: MIN_REFS })

function refTo(value: object): Ref {
  return HAS_REFS ? new WeakRef(value) : { deref: () => value }
}

function prune(past: Past): void {
  const held = new Set(past.refs.map((ref) => ref.deref()))
  held.delete(undefined)
  past.refs = [...held]
    .slice(HAS_REFS ? -MAX_REFS : -MIN_REFS)
    .map((value) => refTo(value as object))
  past.limit = Math.max(MIN_REFS, 2 * past.refs.length)
}
