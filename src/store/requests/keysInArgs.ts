import { isTemporaryKey } from '../../schema/rowKey'
import { isPlainObject } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { formFields, setOwn } from '../../util/record'

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
  const parents = new Map<object, object[]>([[args, []]])
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
        getOrCreate(parents, member, newList).push(holder)
      } else if (isTemporaryKey(member)) {
        keys.add(member)
        holders.add(holder)
      }
    }
  }
  for (const holder of holders) {
    for (const parent of parents.get(holder) ?? []) holders.add(parent)
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

/** What an object contains, names included; nothing where that throws. */
function membersOf(value: object): readonly unknown[] {
  try {
    if (Array.isArray(value)) return value
    // Nearly all arguments are plain, and this takes half the time.
    if (isPlainObject(value)) return [...Object.values(value), ...Object.keys(value)]
    return entriesOf(value).flat()
  } catch {
    return []
  }
}

type Entries = readonly (readonly [name: unknown, member: unknown])[]

function entriesOf(value: object): Entries {
  if (value instanceof Map || value instanceof Set) return [...value.entries()] as Entries
  if (isForm(value)) return formFields(value)
  return isData(value) ? Object.entries(value) : []
}

/** Whether an object has its data in its properties, as entities have: not a file, a stream, a `Date`, or a part of the page. */
function isData(value: object): boolean {
  if (Array.isArray(value) || isPlainObject(value)) return true
  // An event of React leads to all that is shown.
  return Object.prototype.toString.call(value) === '[object Object]' && !('nativeEvent' in value)
}

function isForm(value: object): value is FormData | URLSearchParams {
  return value instanceof FormData || value instanceof URLSearchParams
}

function emptyCopy(value: object): object {
  if (Array.isArray(value)) return []
  const types: readonly (new () => object)[] = [Map, Set, FormData, URLSearchParams]
  for (const Type of types) if (value instanceof Type) return new Type()
  return {}
}

function fillCopy(copy: object, value: object, next: (member: unknown) => unknown): void {
  for (const entry of entriesOf(value)) {
    const [name, member] = entry.map(next) as [string, unknown]
    if (copy instanceof Map) copy.set(name, member)
    else if (copy instanceof Set) copy.add(member)
    else if (isForm(copy)) copy.append(name, member as string)
    else setOwn(copy as Record<string, unknown>, name, member)
  }
  // Now, as a class may have setters, or getters alone.
  Object.setPrototypeOf(copy, Object.getPrototypeOf(value) as object | null)
}
