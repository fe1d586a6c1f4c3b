import type { History } from './history'
import { bodyOf, isMutation, itemNamedBy, type Operation } from './operations'
import { itemOf, type Moment, type Overlap, type PairName, type Tables } from './pairs'
import { type Field, fields, type Id, type ItemData } from './server'

type Fields = Readonly<Record<Field, string>>

/** What a page shows, and what is fetched again on the next mount or poll. */
export interface Seen {
  readonly item: Fields | undefined
  readonly list: readonly Id[] | undefined
  readonly refetched: readonly string[]
}

/** What a page has of the item, or of the list; `undefined` where that is unknown. */
interface Known<Data> {
  readonly data: Data | undefined
  readonly isHidden?: boolean
  readonly isStale?: boolean
}

const FIRST: Fields = { a: 'first', b: 'first' }

/** A page that has read all that there is, after operations as the tables have them. */
export class PairedPage {
  readonly #history: History
  readonly #id: Id
  readonly #ids: readonly Id[]
  readonly #moment: Moment
  #item: Known<Fields | 'deleted'>
  #list: Known<readonly Id[]>

  constructor(history: History, id: Id, moment: Moment) {
    this.#history = history
    this.#moment = moment
    this.#id = id
    this.#ids = history.server.items.map((it) => it.id)
    this.#item = { data: this.#firstData() }
    this.#list = { data: this.#ids }
  }

  changeItem(words: string, index: number): void {
    const { data } = this.#item
    if (words === '') return
    if (words === 'unknown') this.#item = { data: undefined }
    else if (words === 'fetched') {
      // The server says of what was deleted before that it is missing.
      const isMissing = data === 'deleted' && this.#moment === 'afterwards'
      this.#item = { data: isMissing ? undefined : (data ?? this.#firstData()) }
    } else if (words === 'hidden') this.#item = { ...this.#item, isHidden: true }
    else if (words === 'stale')
      this.#item = { ...this.#item, isStale: this.#ids.includes(this.#id) }
    else if (words === 'deleted') this.#item = { ...this.#item, data: 'deleted' }
    else {
      const before = data === 'deleted' ? FIRST : { ...FIRST, ...data }
      this.#item = { ...this.#item, data: { ...before, ...this.#written(words, index) } }
    }
  }

  changeList(words: string): void {
    const { data } = this.#list
    const other = this.#id === '1' ? '2' : '1'
    const withMember = (id: Id): void => {
      this.#list = { ...this.#list, data: data && [...new Set([...data, id])] }
    }
    if (words === 'unknown') this.#list = { data: undefined }
    else if (words === 'fetched') {
      this.#list = { data: data ?? this.#ids }
      this.#item = { ...this.#item, data: this.#item.data ?? this.#firstData() }
    } else if (words === 'hidden') this.#list = { ...this.#list, isHidden: true }
    else if (words === 'stale') this.#list = { ...this.#list, isStale: true }
    else if (words === 'with it') withMember(this.#id)
    else if (words === 'with the other') withMember(other)
    else if (words !== '') throw new Error(`No list is "${words}"`)
  }

  /** Writes that overlap. */
  overlap({ item }: Overlap): void {
    const data = item === 'deleted' ? item : { ...FIRST, ...this.#written(item, undefined) }
    this.#item = { data }
  }

  see(isDoubtful: boolean): Seen {
    const { isHidden, isStale, data } = this.#item
    const item = isHidden === true || data === 'deleted' ? undefined : data
    const isThere = (id: Id): boolean => id !== this.#id || typeof data === 'object'
    const list = this.#list.isHidden === true ? undefined : this.#list.data?.filter(isThere)
    const refetched: string[] = []
    const isUnknown = data === undefined || isHidden === true || isStale === true
    if (isDoubtful || isUnknown) refetched.push('the item')
    if (isDoubtful || list === undefined || this.#list.isStale === true) refetched.push('the list')
    return { item, list: list?.toSorted(), refetched }
  }

  #firstData(): Fields | undefined {
    return this.#ids.includes(this.#id) ? FIRST : undefined
  }

  /** What one operation, or both, have written by the words of a cell. */
  #written(words: string, index: number | undefined): Partial<Fields> {
    const [a = '', b = a] = words.replace(/^a (.*), b (.*)$/, '$1|$2').split('|')
    const all = fields.map((field) => {
      return [field, this.#valueBy(field === 'a' ? a : b, field, index)] as const
    })
    return Object.fromEntries(all.filter(([, value]) => value !== undefined))
  }

  #valueBy(words: string, field: Field, index: number | undefined): string | undefined {
    const verb = words.replaceAll(/^as | ?by (?:both|the later)$/g, '')
    if (verb !== '' && !(verb in verbs)) throw new Error(`No item is "${words}"`)
    const values = this.#landed()
      .filter((at) => index === undefined || at === index)
      .filter((at) => verb === '' || this.#history.operations[at]?.do === verbs[verb])
      .map((at) => writtenBy(this.#history.operations[at] as Operation, at)[field])
      .filter((it) => it !== undefined)
    if (values.length > 1 && !words.endsWith('by the later')) {
      throw new Error(`Two operations write field ${field}, and it is "${words}"`)
    }
    return values.at(-1)
  }

  /** The operations, in order of landing. */
  #landed(): number[] {
    return this.#history.steps.filter((it) => it.do !== 'start').map(({ op }) => op)
  }
}

const verbs: Readonly<Record<string, Operation['do']>> = {
  patched: 'patch',
  pushed: 'push',
  set: 'set',
}

function writtenBy(operation: Operation, index: number): Partial<ItemData> {
  const value = `set ${index + 1}`
  if (operation.do === 'set') return { a: value, b: value }
  return isMutation(operation) ? bodyOf(operation, index) : {}
}

/** What a page shows after a history of two operations. */
export function expectedBy({ effects, overlaps }: Tables, pair: PairName, history: History): Seen {
  const page = new PairedPage(history, itemOf(pair), pair.moment)
  for (const [index, name] of [pair.first, pair.second].entries()) {
    const effect = effects.get(name.replace(/ of (?:the same|another) field$/, ''))
    if (effect === undefined) throw new Error(`No row is of "${name}"`)
    page.changeItem(effect.item, index)
    page.changeList(effect.list)
  }
  const overlap = overlaps.find((it) => {
    return pair.moment === 'meanwhile' && it.first === pair.first && it.second === pair.second
  })
  if (overlap !== undefined) page.overlap(overlap)
  return page.see(overlap !== undefined && isDoubtful(overlap, history))
}

function isDoubtful({ doubtful }: Overlap, { operations, steps }: History): boolean {
  if (doubtful === 'yes') return true
  if (doubtful !== 'if the read lands first, with the item as it was') {
    throw new Error(`Nothing is doubtful "${doubtful}"`)
  }
  const first = steps.find((it) => it.do === 'end')
  const response = first?.op === 1 && first.outcome !== 'refused' ? first.response : undefined
  const id = itemNamedBy(operations[0] as Operation)
  const items = (Array.isArray(response) ? response : [response]) as (ItemData | undefined)[]
  return items.some((it) => it?.id === id && it?.a === FIRST.a)
}
