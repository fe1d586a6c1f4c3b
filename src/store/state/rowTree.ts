import { freezeData } from '../../util/freeze'
import { hashText, isIndex, otherHashText } from '../../util/keys'
import { getOwn, setOwn } from '../../util/record'

/** Rows by key. */
export type Page<Row> = Readonly<Record<string, Row>>

/** Sixteen trees; the next four bits of a key's hash select the tree of the key. */
export type Branch<Row> = readonly RowTree<Row>[]

/**
 * Rows by key: one page as long as there are few of them, a branch otherwise. The form follows from the keys alone, and not
 * from the order of the writes.
 */
export type RowTree<Row> = Page<Row> | Branch<Row>

/** Rows to write by key, each key once; `undefined` removes a row. */
export type RowChanges<Row> = readonly RowChange<Row>[]
export type RowChange<Row> = readonly [key: string, row: Row | undefined]

/** More rows than this are a branch. */
const PAGE_SIZE = 64

const BRANCHES = 16
const BITS = 4
const LEVELS_PER_HASH = 8

/** Where the bits of both hashes are used up, a page takes any number of rows. */
const MAX_DEPTH = 2 * LEVELS_PER_HASH

export const EMPTY_PAGE: Page<never> = freezeData({})
const EMPTY_BRANCH: Branch<never> = freezeData(Array.from({ length: BRANCHES }, () => EMPTY_PAGE))

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

/** The tree with some rows written: it copies the pages that change, and the branches above them. */
export function writeTree<Row>(
  tree: RowTree<Row>,
  changes: RowChanges<Row>,
  depth = 0,
): RowTree<Row> {
  if (isBranch(tree)) return writeBranch(tree, changes, depth)
  // Many rows are distributed at once, which is faster than a page that is too large.
  if (changes.length > PAGE_SIZE && depth < MAX_DEPTH) {
    return writeBranch(EMPTY_BRANCH, [...Object.entries(tree), ...changes], depth)
  }
  const page = writeRows(copyPage(tree), changes)
  const isFull = depth < MAX_DEPTH && Object.keys(page).length > PAGE_SIZE
  return isFull ? writeBranch(EMPTY_BRANCH, Object.entries(page), depth) : page
}

function writeBranch<Row>(
  branch: Branch<Row>,
  changes: RowChanges<Row>,
  depth: number,
): RowTree<Row> {
  const next = [...branch]
  for (const [at, part] of distribute(changes, depth)) {
    next[at] = writeTree(branch[at] as RowTree<Row>, part, depth + 1)
  }
  return changes.some(([, row]) => row === undefined) ? folded(next) : next
}

/** The changes of each branch that has any. */
function distribute<Row>(
  changes: RowChanges<Row>,
  depth: number,
): ReadonlyMap<number, RowChanges<Row>> {
  const byBranch = new Map<number, RowChange<Row>[]>()
  for (const change of changes) {
    const at = branchOf(hashAt(change[0], depth), depth)
    const found = byBranch.get(at)
    if (found === undefined) byBranch.set(at, [change])
    else found.push(change)
  }
  return byBranch
}

/** A branch as one page, where it has few enough rows. */
function folded<Row>(branch: Branch<Row>): RowTree<Row> {
  let count = 0
  for (const part of branch) {
    if (isBranch(part)) return branch
    count += Object.keys(part).length
    if (count > PAGE_SIZE) return branch
  }
  const page = newPage<Row>()
  for (const part of branch) writeRows(page, Object.entries(part))
  return page
}

/** Writes rows into an object that nothing else has. */
export function writeRows<Row>(
  into: Record<string, Row>,
  changes: RowChanges<Row>,
): Record<string, Row> {
  for (const [key, row] of changes) {
    if (row === undefined) Reflect.deleteProperty(into, key)
    else setOwn(into, key, row)
  }
  return into
}

/** A copy of a page, to be written into. */
function copyPage<Row>(page: Page<Row>): Record<string, Row> {
  const keys = Object.keys(page)
  // Integers are the first keys of an object.
  if (keys[0] !== undefined && !isIndex(keys[0])) return { ...page }
  const copy = newPage<Row>()
  for (const key of keys) setOwn(copy, key, page[key] as Row)
  return copy
}

/**
 * A page without rows. Engines keep the integer keys of an object in an array with a place for each integer below, most of which
 * a page would leave empty. A key beyond the largest index makes them use a hash table instead.
 */
function newPage<Row>(): Record<string, Row> {
  const page: Record<string, Row> = {}
  Reflect.set(page, BEYOND, undefined)
  Reflect.deleteProperty(page, BEYOND)
  return page
}

const BEYOND = 2 ** 32 - 2

/** The hash whose bits count at a depth. */
function hashAt(key: string, depth: number): number {
  return depth < LEVELS_PER_HASH ? hashText(key) : otherHashText(key)
}

function branchOf(hash: number, depth: number): number {
  return (hash >>> (BITS * (depth % LEVELS_PER_HASH))) & (BRANCHES - 1)
}
