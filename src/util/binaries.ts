import { MAX_LEVELS } from './freeze'
import { isObject } from './checks'
import { getOrCreate } from './collections'
import { setOwn } from './record'

/** What is kept of binary data where only JSON may be: what it is, its size in bytes and its MIME type. */
export interface BinaryDescriptor {
  readonly $binary: { readonly kind: string; readonly size: number; readonly type: string }
}

// Both hold on to nothing: a value lives as long as its descriptor is somewhere in a state.
const values = new WeakMap<object, object>()
const descriptors = new WeakMap<object, BinaryDescriptor>()

/** Stands for data with a binary in it whose value is gone, as in a state that came from elsewhere. */
export const BINARY_GONE: unique symbol = Symbol('lost')

/** What is kept of a `Blob`, an `ArrayBuffer`, a typed array or a stream; `undefined` for everything else. */
export function describeBinary(value: object): BinaryDescriptor | undefined {
  const known = descriptors.get(value)
  if (known !== undefined) return known
  const kind = kindOf(value)
  if (kind === undefined) return undefined
  const { size, byteLength, type } = value as Partial<Blob & ArrayBuffer>
  const descriptor = { $binary: { kind, size: size ?? byteLength ?? 0, type: type ?? '' } }
  descriptors.set(value, descriptor)
  values.set(descriptor, value)
  return descriptor
}

/**
 * Data that happens to look like a descriptor, in a form that does not: `{ $binary: { json } }`. Everything else as it is.
 * Data of a server is read as it was received, in every store and in every copy of a state.
 */
export function escapeLookalike(data: Record<string, unknown>): Record<string, unknown> {
  if (!('$binary' in data) || (!isDescriptor(data) && !isEscaped(data))) return data
  return { $binary: { json: data.$binary } }
}

/** Whether an object is a descriptor whose value is there. */
export function isLiveDescriptor(value: object): boolean {
  return values.has(value)
}

const restored = new WeakMap<object, unknown>()

/** As `restoreBinaries`; the same data gives the same object. */
export function restoreOnce(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  return getOrCreate(restored, data, (plain) => restoreBinaries(plain))
}

/** As `restoreBinaries`, for a row: it is an entity, and no binary itself, whatever it looks like. */
export function restoreRow(data: object): unknown {
  return restoreRecord(data as Record<string, unknown>, 0)
}

/**
 * Plain data with every binary in the place of its descriptor, `data` itself where it has none; `LOST` where a value
 * is, or where data is deeper than any response.
 */
function restoreBinaries(data: unknown, level = 0): unknown {
  if (typeof data !== 'object' || data === null) return data
  if (level > MAX_LEVELS) return BINARY_GONE
  if (isDescriptor(data)) return values.get(data) ?? BINARY_GONE
  if (isEscaped(data)) return restoreEscaped(data, level)
  return Array.isArray(data)
    ? restoreList(data, level)
    : restoreRecord(data as Record<string, unknown>, level)
}

function restoreEscaped({ $binary }: Escaped, level: number): unknown {
  const value = restoreBinaries($binary.json, level + 1)
  return value === BINARY_GONE ? BINARY_GONE : Object.freeze({ $binary: value })
}

function restoreList(list: readonly unknown[], level: number): unknown {
  let copy: unknown[] | undefined
  for (let at = 0; at < list.length; at++) {
    const member = list[at]
    const value = restoreBinaries(member, level + 1)
    if (value === BINARY_GONE) return BINARY_GONE
    if (value !== member) (copy ??= list.slice())[at] = value
  }
  return copy === undefined ? list : Object.freeze(copy)
}

function restoreRecord(record: Record<string, unknown>, level: number): unknown {
  let copy: Record<string, unknown> | undefined
  // Not `Object.keys`, which would make a list of names for each of many thousand objects.
  for (const name in record) {
    const member = record[name]
    if (typeof member !== 'object' || member === null) continue
    const value = restoreBinaries(member, level + 1)
    if (value === BINARY_GONE) return BINARY_GONE
    if (value !== member) setOwn((copy ??= { ...record }), name, value)
  }
  return copy === undefined ? record : Object.freeze(copy)
}

interface Escaped {
  readonly $binary: { readonly json: unknown }
}

/** Only exactly what `describeBinary` makes: data may have a field of that name too. */
function isDescriptor(value: object): value is BinaryDescriptor {
  const about = aboutIn(value)
  return 'kind' in about && 'size' in about && 'type' in about
}

function isEscaped(value: object): value is Escaped {
  const about = aboutIn(value)
  return 'json' in about && Object.keys(about).length === 1
}

const NOTHING: object = {}

/** What an object has that is a descriptor and nothing else. */
function aboutIn(value: object): object {
  const isAlone = '$binary' in value && Object.keys(value).length === 1
  return isAlone && isObject(value.$binary) ? value.$binary : NOTHING
}

function kindOf(value: object): string | undefined {
  if (value instanceof Blob) return value.constructor.name
  // By name, because a response may come from another realm than this code.
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1)
  const isBinary = ArrayBuffer.isView(value) || BINARY_TAGS.has(tag)
  return isBinary ? tag : undefined
}

const BINARY_TAGS = new Set(['Blob', 'File', 'ArrayBuffer', 'SharedArrayBuffer', 'ReadableStream'])
