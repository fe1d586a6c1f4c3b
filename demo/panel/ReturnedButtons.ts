/** Longer ones are no plain buttons. */
const MAX_TEXT = 1_000
const MAX_OF_PARENT = 20

/**
 * The buttons that were replaced for a while, as by a form, and that came back as they were: one sees nothing new in them. A page
 * renders another element each time, so they are compared by their HTML and the place where they were.
 */
export class ReturnedButtons {
  readonly #removed = new WeakMap<Node, Set<string>>()
  readonly #returned = new WeakSet<Node>()

  /** Adds what a `MutationObserver` saw, before places are collected from it. */
  take(records: readonly MutationRecord[]): void {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) this.#add(target, node)
    }
    for (const { target, removedNodes } of records) {
      for (const node of removedNodes) this.#remove(target, node)
    }
  }

  /** Whether an element is one of them. */
  has(element: Element): boolean {
    return this.#returned.has(element)
  }

  #add(parent: Node, node: Node): void {
    const html = htmlOf(node)
    if (html !== undefined && this.#removed.get(parent)?.delete(html)) this.#returned.add(node)
  }

  #remove(parent: Node, node: Node): void {
    const html = htmlOf(node)
    if (html === undefined) return
    const removed = this.#removed.get(parent) ?? new Set()
    this.#removed.set(parent, removed)
    if (removed.size < MAX_OF_PARENT) removed.add(html)
  }
}

function htmlOf(node: Node): string | undefined {
  const html = node instanceof HTMLButtonElement ? node.outerHTML : ''
  return html === '' || html.length > MAX_TEXT ? undefined : html
}
