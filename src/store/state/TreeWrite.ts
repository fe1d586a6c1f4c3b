import { freeze } from '../../util/freeze'
import { hashText } from '../../util/hashText'
import { getOwn, setOwn } from '../../util/own'
import { sized } from '../../util/sized'
import {
  type Branch,
  branchOf,
  copyPage,
  BRANCHES,
  EMPTY_BRANCH,
  EMPTY_PAGE,
  hashAt,
  isBranch,
  isFirstHash,
  MAX_DEPTH,
  newPage,
  type Page,
  PAGE_SIZE,
  type RowTree,
} from './rowTree'

/** What is written into a table: rows by key, each key once, `undefined` where one is to go. */
export type RowChanges<Row> = readonly (readonly [key: string, row: Row | undefined])[]

/** One write into a tree: it copies the pages that it changes, and what is above them. */
export class TreeWrite<Row> {
  /** The keys that were there and are gone. */
  readonly removed = new Set<string>()
  readonly #changes: RowChanges<Row>
  readonly #hashes: number[]
  readonly #isAdded: boolean[]

  constructor(changes: RowChanges<Row>) {
    this.#changes = changes
    this.#hashes = changes.map(([key]) => hashText(key))
    this.#isAdded = sized(changes.length)
  }

  /** The tree with all changes in it. */
  apply(tree: RowTree<Row>): RowTree<Row> {
    return this.#write(tree, [...this.#changes.keys()], 0)
  }

  /** The keys that were not there before, in the order of the changes. */
  get added(): readonly string[] {
    const added: string[] = []
    for (let at = 0; at < this.#isAdded.length; at++) {
      if (this.#isAdded[at] === true) added.push((this.#changes[at] as RowChanges<Row>[number])[0])
    }
    return added
  }

  /** @param which the indexes of the changes that belong into this part of the tree */
  #write(tree: RowTree<Row>, which: readonly number[], depth: number): RowTree<Row> {
    if (isBranch(tree)) {
      const next = this.#writeBranch(tree, which, depth)
      return this.removed.size > 0 ? folded(next) : next
    }
    if (which.length <= PAGE_SIZE || depth === MAX_DEPTH) return this.#writePage(tree, which, depth)
    return folded(this.#writeBranch(split(tree, depth), which, depth))
  }

  #writeBranch(branch: Branch<Row>, which: readonly number[], depth: number): Branch<Row> {
    const next = [...branch]
    for (const [at, those] of this.#distribute(which, depth).entries()) {
      if (those !== undefined) next[at] = this.#write(branch[at] as RowTree<Row>, those, depth + 1)
    }
    return freeze(next)
  }

  #writePage(page: Page<Row>, which: readonly number[], depth: number): RowTree<Row> {
    const isNew = page === EMPTY_PAGE
    const next = copyPage(page)
    let hasMore = false
    for (const at of which) {
      const [key, row] = this.#changes[at] as RowChanges<Row>[number]
      const isThere = !isNew && getOwn(next, key) !== undefined
      if (row !== undefined) {
        setOwn(next, key, row)
        if (!isThere) hasMore = this.#isAdded[at] = true
      } else if (isThere) {
        Reflect.deleteProperty(next, key)
        this.removed.add(key)
      }
    }
    const isFull = hasMore && depth < MAX_DEPTH && Object.keys(next).length > PAGE_SIZE
    return isFull ? split(next, depth) : freeze(next)
  }

  #distribute(which: readonly number[], depth: number): readonly (number[] | undefined)[] {
    const branches = sized<number[] | undefined>(BRANCHES)
    for (const at of which) {
      const branch = branchOf(this.#hashOf(at, depth), depth)
      const those = branches[branch]
      if (those === undefined) branches[branch] = [at]
      else those.push(at)
    }
    return branches
  }

  #hashOf(at: number, depth: number): number {
    if (isFirstHash(depth)) return this.#hashes[at] as number
    return hashAt((this.#changes[at] as RowChanges<Row>[number])[0], depth)
  }

  /** The branch that has the rows of a page. */
  static split<Row>(page: Page<Row>, depth: number): Branch<Row> {
    const rows = Object.entries(page)
    const write = new TreeWrite<Row>(rows)
    return write.#writeBranch(EMPTY_BRANCH, [...rows.keys()], depth)
  }
}

function split<Row>(page: Page<Row>, depth: number): Branch<Row> {
  return page === EMPTY_PAGE ? EMPTY_BRANCH : TreeWrite.split(page, depth)
}

/** A branch as one page, where its rows are few enough. */
function folded<Row>(branch: Branch<Row>): RowTree<Row> {
  let count = 0
  for (const part of branch) {
    if (isBranch(part)) return branch
    count += Object.keys(part).length
    if (count > PAGE_SIZE) return branch
  }
  const page = newPage<Row>()
  for (const part of branch) {
    for (const [key, row] of Object.entries(part)) setOwn(page, key, row)
  }
  return freeze(page)
}
