import { PAGE_SIZE } from './reads'

interface Walk {
  /** How many pages were read since the first one. */
  readonly pages: number
  /** The oldest version of them. */
  readonly version: number
}

/** What the app has read of lists that come in pages: the first page alone says nothing of the others that are shown. */
export class PageReads {
  readonly #walks = new Map<string, Walk>()

  /**
   * Notes a page.
   * @param shown the number of members that are shown
   * @returns the version that is read of all pages that are shown; `undefined` where not all are read
   */
  note(name: string, version: number, isFirst: boolean, shown: number): number | undefined {
    const before = isFirst ? undefined : this.#walks.get(name)
    const walk = {
      pages: (before?.pages ?? 0) + 1,
      version: Math.min(before?.version ?? version, version),
    }
    this.#walks.set(name, walk)
    return walk.pages * PAGE_SIZE >= shown ? walk.version : undefined
  }
}
