import type { ReturnedButtons } from './ReturnedButtons'

/** The attributes with what is shown, or read aloud. Classes and styles are not: they often belong to half of the page. */
const SHOWN = /^(?:aria-|alt$|checked$|disabled$|hidden$|open$|placeholder$|src$|title$|value$)/

/** More elements than this are not collected, so that a busy page stays fast. */
const MAX_PLACES = 500

/**
 * The elements of a page that changed. What was changed and changed back is none, nor is what came and went. A place within another
 * one counts with it.
 */
export class PlaceCollector {
  readonly #added = new Set<Element>()
  /** What was removed, and from where. */
  readonly #removed = new Map<Node, Element>()
  readonly #attributes = new Map<Element, Map<string, string | null>>()
  readonly #texts = new Map<Node, string | null>()
  readonly #textOwners = new Set<Element>()
  readonly #returned: ReturnedButtons
  readonly #earlier: PlaceCollector | undefined

  /**
   * @param returned has the buttons that are no places beside others
   * @param earlier has what came before: what it saw come, may go
   */
  constructor(returned: ReturnedButtons, earlier?: PlaceCollector) {
    this.#returned = returned
    this.#earlier = earlier
  }

  /** Adds what a `MutationObserver` saw; it has to observe old values. */
  take(records: readonly MutationRecord[]): void {
    for (const record of records) {
      if (this.#size >= MAX_PLACES) return
      if (record.type === 'attributes') this.#takeAttribute(record)
      else if (record.type === 'characterData') this.#takeText(record)
      else this.#takeChildren(record)
    }
  }

  /** The outermost elements that look different now. */
  places(): Set<Element> {
    const changed = new Set(this.#changed())
    for (const button of this.#added) {
      if (!button.isConnected || !this.#returned.has(button)) continue
      // What changed beside it is the place.
      const hasOther = [...changed].some((it) => button.parentElement?.contains(it))
      if (!hasOther) changed.add(button)
    }
    return new Set([...changed].filter((element) => !hasAncestorIn(element, changed)))
  }

  get #size(): number {
    return this.#added.size + this.#attributes.size + this.#texts.size + this.#removed.size
  }

  *#changed(): Generator<Element> {
    const parents = new Set<Element>()
    for (const element of this.#added) {
      if (!element.isConnected) continue
      if (element.parentElement !== null) parents.add(element.parentElement)
      if (!this.#returned.has(element)) yield element
    }
    for (const [element, before] of this.#attributes) {
      const isOther = [...before].some(([name, value]) => element.getAttribute(name) !== value)
      if (element.isConnected && isOther) yield element
    }
    for (const [node, before] of this.#texts) {
      if (node.isConnected && node.nodeValue !== before && node.parentElement) {
        yield node.parentElement
      }
    }
    for (const owner of this.#textOwners) if (owner.isConnected) yield owner
    // Where something else came in its place, that is the place.
    for (const parent of this.#removed.values()) {
      if (parent.isConnected && !parents.has(parent)) yield parent
    }
  }

  #isKnown(node: Element): boolean {
    return this.#earlier !== undefined && this.#earlier.#added.has(node)
  }

  #takeAttribute({ target, attributeName, oldValue }: MutationRecord): void {
    if (!(target instanceof Element) || attributeName === null || !SHOWN.test(attributeName)) return
    const before = this.#attributes.get(target) ?? new Map<string, string | null>()
    if (!before.has(attributeName)) before.set(attributeName, oldValue)
    this.#attributes.set(target, before)
  }

  #takeText({ target, oldValue }: MutationRecord): void {
    if (!this.#texts.has(target)) this.#texts.set(target, oldValue)
  }

  #takeChildren({ target, addedNodes, removedNodes }: MutationRecord): void {
    if (!(target instanceof Element)) return
    for (const node of removedNodes) {
      if (!(node instanceof Element)) this.#textOwners.add(target)
      else if (!this.#added.delete(node) && !this.#isKnown(node)) this.#removed.set(node, target)
    }
    for (const node of addedNodes) {
      if (!(node instanceof Element)) {
        this.#textOwners.add(target)
        continue
      }
      this.#removed.delete(node)
      this.#added.add(node)
    }
  }
}

function hasAncestorIn(element: Element, others: ReadonlySet<Element>): boolean {
  for (let it = element.parentElement; it !== null; it = it.parentElement) {
    if (others.has(it)) return true
  }
  return false
}
