import { freeze } from '../../util/freeze'
import { hashText, otherHashText } from '../../util/hashText'
import { isIndex } from '../../util/objectOrder'
import { getOwn, setOwn } from '../../util/own'

/** Rows by key. */
export type Page<Row> = Readonly<Record<string, Row>>

/** Sixteen trees; the next four bits of a key's hash tell which of them has the key. */
export type Branch<Row> = readonly RowTree<Row>[]

/**
 * Rows by key: a page of all of them as long as they are few, a branch otherwise. The form follows from the keys alone, and
 * in no way from the order in which they came or from others that went.
 */
export type RowTree<Row> = Page<Row> | Branch<Row>

/** More rows than this are a branch. */
export const PAGE_SIZE = 64

export const BRANCHES = 16
const BITS = 4
const LEVELS_PER_HASH = 8

/** Where both hashes are used up, a page takes all that comes. */
export const MAX_DEPTH = 2 * LEVELS_PER_HASH

export const EMPTY_PAGE: Page<never> = freeze({})
export const EMPTY_BRANCH: Branch<never> = freeze(
  Array.from({ length: BRANCHES }, () => EMPTY_PAGE),
)

/**
 * A page without rows. Engines keep the integers among the keys of an object in a list with a place for each integer below, which
 * the few integers of a page would leave empty. A key beyond what they do this for makes them keep integers in a hash table.
 */
export function newPage<Row>(): Record<string, Row> {
  const page: Record<string, Row> = {}
  Reflect.set(page, BEYOND, undefined)
  Reflect.deleteProperty(page, BEYOND)
  return page
}

const BEYOND = 2 ** 32 - 2

/** A copy of a page, to be written into. */
export function copyPage<Row>(page: Page<Row>): Record<string, Row> {
  const keys = Object.keys(page)
  // Integers are the first keys of an object.
  if (keys[0] !== undefined && !isIndex(keys[0])) return { ...page }
  const copy = newPage<Row>()
  for (const key of keys) setOwn(copy, key, page[key] as Row)
  return copy
}

export function isBranch<Row>(tree: RowTree<Row>): tree is Branch<Row> {
  return Array.isArray(tree)
}

/** The row of a key, `undefined` where there is none. */
export function findRow<Row>(tree: RowTree<Row>, key: string): Row | undefined {
  let node = tree
  let hash = 0
  for (let depth = 0; isBranch(node); depth++) {
    if (depth % LEVELS_PER_HASH === 0) hash = hashAt(key, depth)
    node = node[branchOf(hash, depth)] as RowTree<Row>
  }
  return getOwn(node, key)
}

/** How many rows a tree has; `NaN` where it is no tree. */
export function countRows(tree: unknown, depth = 0): number {
  if (typeof tree !== 'object' || tree === null || depth > MAX_DEPTH) return NaN
  if (!Array.isArray(tree)) return Object.keys(tree).length
  if (tree.length !== BRANCHES) return NaN
  return tree.reduce((sum: number, branch) => sum + countRows(branch, depth + 1), 0)
}

/** The hash that counts at a depth. */
export function hashAt(key: string, depth: number): number {
  return depth < LEVELS_PER_HASH ? hashText(key) : otherHashText(key)
}

/** Whether the branches at a depth are told by the first of the two hashes. */
export function isFirstHash(depth: number): boolean {
  return depth < LEVELS_PER_HASH
}

export function branchOf(hash: number, depth: number): number {
  return (hash >>> (BITS * (depth % LEVELS_PER_HASH))) & (BRANCHES - 1)
}
