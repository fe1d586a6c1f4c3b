import { usualRule } from '../../schema/collectionFilters'
import { readListPk } from '../../schema/listName'
import { collectionsIn } from '../../schema/mapCollections'
import { expectsData, isSchemaObject } from '../../schema/schemaObject'
import { isContainer, isNothing, isObject } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { getOwn } from '../../util/record'
import type { RestState } from '../state/state'
import { getRow } from '../state/table'

type ListRow = readonly [schemaKey: string, pk: string]

/** What a stored result has beside lists that follows from their members. */
export interface Beside {
  /** The lists; none where nothing follows from them. */
  readonly lists: readonly ListRow[]
  /** Numbers that are called as a number of members is. */
  readonly counts: readonly number[]
  /** One of the lists may be a part of what is counted. */
  readonly hasPart: boolean
  /** There is anything else, which may also follow from fields of the members. */
  readonly hasOthers: boolean
}

interface Call {
  readonly endpoint: { readonly schema?: unknown }
  readonly key: string
}

/** A kind of schema, as far as its values stand in a result. */
interface Kind {
  readonly key?: string
  readonly isPaged?: boolean
  readonly schema?: unknown
  readonly fields?: unknown
  readonly member?: unknown
  over?(inner: unknown): unknown
  holds?(value: unknown): boolean
}

const NONE: Beside = { lists: [], counts: [], hasPart: false, hasOthers: false }
const known = new WeakMap<object, Beside>()

/** The lists of a stored result that has numbers, lists or objects beside them. */
export function listsBeside(schema: unknown, result: unknown): Beside {
  if (!isContainer(result)) return NONE
  return getOrCreate(known, result, () => find(schema, result))
}

/** Whether the response of a call has anything beside a list that follows from the members. */
export function hasValuesBeside({ requests }: RestState, { endpoint, key }: Call): boolean {
  return listsBeside(endpoint.schema, getRow(requests, key)?.result).lists.length > 0
}

function find(root: unknown, result: object): Beside {
  const lists: ListRow[] = []
  const numbers: [name: string, value: number][] = []
  let hasPart = false
  let hasOthers = false
  let listName = ''
  const visit = (schema: unknown, value: unknown, name: string): void => {
    if (isNothing(value)) return
    const member = membersOf(schema)
    if (member !== undefined && isContainer(value)) {
      for (const it of Object.values(value)) visit(member, it, name)
    } else if (isSchemaObject(schema)) {
      const { key = '', isPaged = false, fields, schema: inner, over, holds } = schema as Kind
      if ('moveWith' in schema) {
        lists.push([key, value as string])
        listName = name
        hasPart ||= isPaged || isCut(value as string)
      } else if (over) visit(fields ?? inner, value, name)
      else hasOthers ||= holds?.(value) !== true
    } else if (expectsData(schema) && isObject(schema) && isObject(value)) {
      for (const [field, it] of Object.entries(value)) visit(getOwn(schema, field), it, field)
    } else if (typeof value === 'number') numbers.push([name, value])
    else hasOthers ||= isContainer(value)
  }
  visit(root, result, '')
  const counts: number[] = []
  for (const [name, value] of numbers) {
    if (isNameOf(name, PAGE)) continue
    // Of `articles`, `articlesCount` is the count.
    if (isNameOf(name.replace(listName, ''), COUNT)) counts.push(value)
    else hasOthers = true
  }
  return hasOthers || numbers.length > 0 ? { lists, counts, hasPart, hasOthers } : NONE
}

/** What a list or a map is of, if there are lists within that. */
function membersOf(schema: unknown): unknown {
  const member: unknown = Array.isArray(schema) ? schema[0] : (schema as Kind | undefined)?.member
  return collectionsIn(member, true).length > 0 ? member : undefined
}

/** The words of names for a number of members, such as `totalCount`, and for numbers of pages, such as `per_page`. */
const WORDS = /[a-z]+|[A-Z][a-z]*/g
const COUNT = /^(total|count|length|size|num(ber)?|of|all|hits|items|results|elements|entries)$/i
const PAGE = /^(pages?|per|limit|offset|skip|current|last|first|next|prev(ious)?|from|to)$/i

function isNameOf(name: string, kind: RegExp): boolean {
  const words = name.match(WORDS) ?? []
  return words.some((it) => kind.test(it)) && words.every((it) => COUNT.test(it) || PAGE.test(it))
}

function isCut(pk: string): boolean {
  return Object.keys(readListPk(pk).args).some((name) => usualRule(name) === 'window')
}

/** Whether the members of lists alone determine all that stands beside them, and not their fields. */
export function isOfMembers(
  { counts, hasPart, hasOthers }: Beside,
  lengths: readonly number[],
): boolean {
  const isCount = (it: number): boolean =>
    lengths.some((length) => it === length || (hasPart && Number.isInteger(it) && it > length))
  return !hasOthers && counts.every(isCount)
}
