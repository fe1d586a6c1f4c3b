import { isTemporaryKey } from '../../schema/rowKey'
import { isPlainObject } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { formFields } from '../../util/record'

/** The temporary keys in the arguments of a call, and the lists, objects and forms that contain them. */
export interface KeysInArgs {
  readonly keys: ReadonlySet<string>
  readonly holders: ReadonlySet<object>
}

export const NO_KEYS: KeysInArgs = { keys: new Set(), holders: new Set() }

/** So many members are looked at in any call. */
const FEW = 1_000

/**
 * Finds the temporary keys in arguments, names of properties included. Each object is visited once, however deep it is.
 * @param mayHaveKeys whether more than a few members are worth the time
 */
export function findKeys(args: readonly unknown[], mayHaveKeys: () => boolean): KeysInArgs {
  const keys = new Set<string>()
  const holders = new Set<object>()
  const parents = new Map<object, object | undefined>([[args, undefined]])
  /** Of what is met more than once. */
  const otherParents = new Map<object, object[]>()
  let left = FEW
  // Those that are added meanwhile are visited as well.
  for (const holder of parents.keys()) {
    const members = membersOf(holder)
    left -= members.length
    if (left < 0) {
      if (!mayHaveKeys()) break
      left = Infinity
    }
    for (const member of members) {
      if (typeof member === 'object' && member !== null) {
        if (parents.has(member)) getOrCreate(otherParents, member, newList).push(holder)
        else parents.set(member, holder)
      } else if (isTemporaryKey(member)) {
        keys.add(member)
        holders.add(holder)
      }
    }
  }
  for (const holder of holders) {
    const parent = parents.get(holder)
    if (parent !== undefined) holders.add(parent)
    for (const other of otherParents.get(holder) ?? []) holders.add(other)
  }
  return keys.size === 0 ? NO_KEYS : { keys, holders }
}

/** A copy of arguments with ids in place of temporary keys. What contains none is the same object in the copy. */
export function replaceKeys(
  args: readonly unknown[],
  { holders }: KeysInArgs,
  idOf: (key: string) => unknown,
): readonly unknown[] {
  const copies = new Map<unknown, object>()
  for (const holder of holders) copies.set(holder, emptyCopy(holder))
  const next = (member: unknown): unknown =>
    isTemporaryKey(member) ? idOf(member) : (copies.get(member) ?? member)
  for (const [holder, copy] of copies) fillCopy(copy, holder as object, next)
  return next(args) as readonly unknown[]
}

function newList(): object[] {
  return []
}

/** What an object contains, names included; nothing where it is no data, or throws. */
function membersOf(value: object): readonly unknown[] {
  try {
    if (Array.isArray(value)) return value
    if (isPlainObject(value)) return namesAndValues(value)
    if (value instanceof Set) return [...(value as Set<unknown>)]
    if (value instanceof Map || isForm(value)) return entriesOf(value).flat()
    return isData(value) ? namesAndValues(value) : []
  } catch {
    return []
  }
}

function namesAndValues(value: object): readonly unknown[] {
  const members: unknown[] = Object.values(value)
  return members.concat(Object.keys(value))
}

/** Whether an object has its data in its properties, as entities have: not a file, a stream, a `Date`, or a part of the page. */
function isData(value: object): boolean {
  // An event of React leads to all that is shown.
  return Object.prototype.toString.call(value) === '[object Object]' && !('nativeEvent' in value)
}

function isForm(value: object): value is FormData | URLSearchParams {
  return value instanceof FormData || value instanceof URLSearchParams
}

function entriesOf(value: object): readonly (readonly [name: unknown, member: unknown])[] {
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)]
  return isForm(value) ? formFields(value) : Object.entries(value)
}

function emptyCopy(value: object): object {
  if (Array.isArray(value)) return []
  if (value instanceof Set) return new Set()
  if (value instanceof Map) return new Map()
  if (value instanceof FormData) return new FormData()
  if (value instanceof URLSearchParams) return new URLSearchParams()
  return Object.create(Object.getPrototypeOf(value) as object | null) as object
}

function fillCopy(copy: object, value: object, next: (member: unknown) => unknown): void {
  if (Array.isArray(copy)) {
    for (const member of value as readonly unknown[]) copy.push(next(member))
  } else if (copy instanceof Set) {
    for (const member of value as Set<unknown>) copy.add(next(member))
  } else {
    for (const entry of entriesOf(value)) {
      const [name, member] = entry.map(next) as [string, unknown]
      if (copy instanceof Map) copy.set(name, member)
      else if (isForm(copy)) copy.append(name, member as string)
      else {
        const property = { value: member, configurable: true, enumerable: true, writable: true }
        Object.defineProperty(copy, name, property)
      }
    }
  }
}
