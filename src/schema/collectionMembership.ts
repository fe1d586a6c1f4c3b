import { getOwn } from '../util/record'
import { isSame } from '../util/replaceEqualDeep'
import { kindOf } from './argumentKinds'
import { askRule, textArgs, textOfArg, usualRule } from './collectionFilters'
import { type Members, refsOf } from './collectionLayout'
import type { ListFilters } from './contract'
import type { EntityChange } from './EntityChange'
import { pkOfRef } from './entityRef'
import { equalsArgument, type Fields, textsOf } from './fieldValues'
import type { StoredList } from './storedLists'
import { warnUndecidable } from './warnUndecidable'

/** What a response means for one list and one entity. */
export interface Verdict {
  /** Whether the entity is on the list; absent where it stays on or off. */
  readonly belongs?: boolean
  /** When the server may have another list: where this one lacks the entity, or always. */
  readonly asks?: 'absent' | 'always'
}

/** How the call of a change writes lists. */
export interface ListCall {
  /** The list is one of those that the call writes: it has the same address, or no address. */
  isOwn(list: StoredList, change: EntityChange): boolean
  /** It adds members, moves them, or has changed them only, so that lists follow that filter by a changed field. */
  readonly kind: 'add' | 'move' | 'update'
}

/** What one argument says: whether the entity belongs to the list, and whether the change has touched that. */
interface ArgumentVerdict {
  readonly name: string
  readonly is: boolean | undefined
  readonly isTouched: boolean
}

/** Decides whether an entity is on a list after a change; `undefined` for a list that stays as it is. */
export function verdictOf(
  list: StoredList,
  change: EntityChange,
  call: ListCall,
): Verdict | undefined {
  const isOwn = call.isOwn(list, change)
  const kind = isOwn ? call.kind : 'update'
  const verdict = ruledVerdict(list, change, isOwn, kind)
  if (verdict !== undefined && change.isUnsure) return { ...verdict, asks: 'always' }
  const isDoubtful = verdict?.belongs === true && kind === 'move' && isLate(list, change)
  return isDoubtful ? { asks: 'absent', ...verdict } : verdict
}

/** @param isOwn the call writes the list */
function ruledVerdict(
  list: StoredList,
  change: EntityChange,
  isOwn: boolean,
  kind: ListCall['kind'],
): Verdict | undefined {
  const { collection, args } = list
  const { filters = {} } = collection.options
  if (typeof filters === 'function' && filters.length > 0) {
    const test = filters as (entity: never, args: object, params: object) => unknown
    const texts = textArgs(args)
    const said = saidBy(list, change, undefined, (entity) =>
      test(entity as never, texts, change.params),
    )
    return join([said], change, kind)
  }
  // A function without parameters says that no other address concerns the list.
  if (typeof filters === 'function' && !isOwn) return undefined
  const names = [...new Set([filters, args].flatMap((it) => Object.keys(it)))]
  const verdictsOf = (some: readonly string[]): readonly ArgumentVerdict[] =>
    some.flatMap((name) => argumentVerdict(list, name, change, kind) ?? [])
  if (!isOwn) {
    // Another address, such as `/blocked`, may filter by more than its arguments: rules only take off.
    const ruled = verdictsOf(names.filter((it) => typeof collection.ruleOf(it) === 'function'))
    const off = ruled.filter(({ is }) => is === false)
    return off.length > 0 ? join(off, change, kind) : elsewhere(list, change)
  }
  const verdicts = verdictsOf(names)
  const verdict = join(verdicts, change, kind, isMoved(list, change))
  if (process.env.NODE_ENV !== 'production' && verdict?.asks) {
    // A rule of the app that fails has a message of its own.
    const unknown = verdicts.find((it) => it.is === undefined && !collection.ruleOf(it.name))
    if (unknown) warnUndecidable(list, unknown.name)
  }
  return verdict
}

/** @param hasMoved the entity may have another place in the list */
function join(
  verdicts: readonly ArgumentVerdict[],
  { isNew }: EntityChange,
  kind: ListCall['kind'],
  hasMoved = false,
): Verdict | undefined {
  const touched = verdicts.filter(({ isTouched }) => isTouched || isNew)
  // A server that listed an entity leaves it there for as long as nothing changes that the list filters by.
  if (touched.some(({ is }) => is === false)) return { belongs: false }
  if (kind === 'update' && !isNew && touched.length === 0) {
    return hasMoved ? { asks: 'always' } : undefined
  }
  if (verdicts.some(({ is }) => is === false)) return undefined
  if (verdicts.every(({ is }) => is === true)) {
    return { belongs: true, ...(hasMoved && { asks: 'always' }) }
  }
  const isDoubtful = !isNew && touched.some(({ is }) => is === undefined)
  if (kind === 'move' && !isNew && touched.length === 0) return undefined
  return { asks: hasMoved || isDoubtful ? 'always' : 'absent' }
}

/** What one argument of a list says; `undefined` where it does not filter. */
function argumentVerdict(
  list: StoredList,
  name: string,
  change: EntityChange,
  kind: ListCall['kind'],
): ArgumentVerdict | undefined {
  const { collection, args, row } = list
  const value = getOwn(args, name)
  const rule = collection.ruleOf(name)
  if (typeof rule === 'function') {
    const text = textOfArg(value)
    return saidBy(list, change, name, (entity) => rule(entity as never, text))
  }
  if (value === undefined || rule === 'order' || rule === 'window') return undefined
  const witnessed = rule ? null : getOwn(row?.meta.filters ?? {}, name)
  const isOwned = isOwner(list, name)
  const found = witnessed ?? (witnessed === null ? undefined : fieldWithoutWitness(list, name))
  // The `id` of an owner is not the one of a member.
  const field = found && isOwned && change.isKey(found) ? undefined : found
  const isGiven = getOwn(change.params, name) !== undefined
  if (field !== undefined && change.valuesAfter(field) !== undefined) {
    const is = equalOrUnknown(list, change, field, value, witnessed)
    // What cannot be told by the field may be given by the call.
    if (is !== undefined || !isGiven) {
      const mayBeStale = is === false && typeof witnessed === 'string'
      const isOther = (mayBeStale && isStale(list, change)) || isNews(list, field, value, change)
      const isTouched = change.mayChange(topOf(field)) || isOther
      return { name, is, isTouched }
    }
  }
  if (isGiven) {
    const isTouched = kind !== 'add' && !change.isNew && change.touches(value)
    const is = isTouched ? undefined : equalsGiven(name, value, change, { witnessed, isOwned })
    return { name, isTouched, is }
  }
  if ((witnessed === null || !change.hasField(name)) && usualRule(name, value)) return undefined
  // A list of what belongs to something is no search.
  const isTouched = isOwned ? change.touches(value) : change.isChanged
  return { name, is: undefined, isTouched: isTouched || isNews(list, name, value, change) }
}

/** Whether a field that was not known before says another thing than the list. */
function isNews(list: StoredList, field: string, value: unknown, change: EntityChange): boolean {
  if (!change.isLearned(topOf(field))) return false
  return equalsArgument(change.valuesAfter(field), value) !== isMember(list, change)
}

/** Whether an argument has the value that the call gives; `undefined` where it may be a word of the server's, such as `status=all`. */
function equalsGiven(
  name: string,
  value: unknown,
  change: EntityChange,
  list: { readonly witnessed: string | null | undefined; readonly isOwned: boolean },
): boolean | undefined {
  const isEqual = equalsArgument(textsOf(change.params[name]), value)
  if (isEqual === true || list.isOwned || !change.hasField(name)) return isEqual
  // Members with other values say so. A body says nothing of the address, so without members it may be one too.
  const isUnwitnessed = list.witnessed === undefined
  const mayBeWord = isUnwitnessed && change.isByBody && !change.isKnownValue(name, value)
  return list.witnessed === null || mayBeWord ? undefined : isEqual
}

/** The field that an argument filters by, of a list without members: as in other lists, or, in an entity, the one of its name. */
function fieldWithoutWitness(list: StoredList, name: string): string | undefined {
  return list.common.fields.get(name) ?? (list.address === undefined ? name : undefined)
}

/** A list without members tells little: its argument may be a word of the server's, such as `state=all`. */
function equalOrUnknown(
  { address }: StoredList,
  change: EntityChange,
  field: string,
  value: unknown,
  witnessed: string | null | undefined,
): boolean | undefined {
  const isEqual = equalsArgument(change.valuesAfter(field), value)
  const isSure = witnessed !== undefined || address === undefined
  return isEqual === false && !isSure && !change.isKnownValue(field, value) ? undefined : isEqual
}

function saidBy(
  list: StoredList,
  change: EntityChange,
  name: string | undefined,
  decide: (entity: unknown) => unknown,
): ArgumentVerdict {
  const ask = (shown: unknown): boolean | undefined =>
    shown === undefined ? undefined : askRule(list.collection, name, () => decide(shown))
  const is = ask(change.isShown())
  // A read may have brought what a move in flight expects.
  const isNamed = name !== undefined && change.mayChange(name)
  const isTouched = () =>
    is === undefined ||
    change.wasShown().some((it) => ask(it) !== is) ||
    (!is && isStale(list, change))
  return { name: name ?? '', is, isTouched: change.isNew || isNamed || isTouched() }
}

/** Whether what is said may have been so before the list was asked for: a list that lacks the entity is newer. */
function isLate({ row }: StoredList, change: EntityChange): boolean {
  const { isChanged, isDoubtful, storedAt } = change
  return (isDoubtful || !isChanged) && storedAt <= (row?.meta.fetchedAt ?? 0)
}

/** Whether a list has an entity that was stored later with another value, as a read has brought it. */
function isStale(list: StoredList, change: EntityChange): boolean {
  return change.storedAt > (list.row?.meta.fetchedAt ?? Infinity) && isMember(list, change)
}

/** Whether a known entity may have another place in a sorted list. */
function isMoved(list: StoredList, change: EntityChange): boolean {
  if (change.isNew || !change.isChanged) return false
  return Object.entries(list.args).some(
    ([name, value]) => kindOf(list, name) === 'order' && isSortedBy(textOfArg(value), change),
  )
}

/** Whether an order may depend on a changed field: it names one, or none of the entity's. */
function isSortedBy(value: string, { changed, after }: EntityChange): boolean {
  const words = value.split(/[^\w$]+|_(?=asc|desc)/i)
  const named = Object.keys(after).filter((it) => words.includes(it))
  return named.length === 0 || named.some((it) => changed.has(it))
}

/** A list at another address: it asks for what is new, and for changes of what its arguments or members have in common. */
function elsewhere(list: StoredList, change: EntityChange): Verdict | undefined {
  if (change.isNew) return { asks: 'absent' }
  const { args, row } = list
  const filters: ListFilters = row?.meta.filters ?? {}
  for (const [name, field] of Object.entries(filters)) {
    if (field === null || change.mayHave(field, args[name])) continue
    // It becomes no member, and is none, as far as is known.
    if (!change.mayHaveHad(field, args[name])) {
      return isStale(list, change) ? { asks: 'always' } : undefined
    }
    // Another response may have taken it out that the server did before this one.
    if (!change.isUnsure && !isMember(list, change)) return undefined
  }
  const isNamed = Object.keys(args).some((name) => mayDecide(list, name, change))
  const isAsked = isNamed || (change.isChanged && (isMoved(list, change) || isCommon(list, change)))
  return isAsked ? { asks: 'always' } : undefined
}

function isMember({ row }: StoredList, { ref }: EntityChange): boolean {
  return refsOf((row?.data ?? []) as Members).some((it) => pkOfRef(it) === pkOfRef(ref))
}

/** Whether an argument may filter by a changed field. */
function mayDecide(list: StoredList, name: string, change: EntityChange): boolean {
  const { args, row } = list
  const field = getOwn(row?.meta.filters ?? {}, name) ?? name
  if (change.changed.has(topOf(field)) || isNews(list, field, args[name], change)) return true
  if (!change.isChanged) return false
  // A word that no field has may search in each of them.
  const isKnown = change.hasField(topOf(field)) || typeof kindOf(list, name) === 'string'
  return !isKnown && (!isOwner(list, name) || change.touches(args[name]))
}

/** Whether all other members of a list have one value in a changed field, which the entity had, or has. */
function isCommon({ row, find }: StoredList, change: EntityChange): boolean {
  const key = change.entity?.key ?? ''
  const own = pkOfRef(change.ref)
  const { versions } = change
  let names: readonly string[] = [...change.changed]
  let first: Fields | undefined
  for (const ref of refsOf((row?.data ?? []) as Members)) {
    const pk = pkOfRef(ref)
    const data = pk === own ? undefined : (find(key, pk) as Fields | undefined)
    if (data === undefined) continue
    const values = first === undefined ? versions : [first]
    names = names.filter((name) => values.some((it) => isSame(data[name], it[name])))
    first ??= data
    if (names.length === 0) return false
  }
  return true
}

/** Whether an argument names what the members belong to, so that it is no search: in a path, or of a list in an entity. */
function isOwner({ address, common }: StoredList, name: string): boolean {
  return address === undefined || common.isParam(name)
}

function topOf(path: string): string {
  return path.split('.', 1)[0] as string
}
