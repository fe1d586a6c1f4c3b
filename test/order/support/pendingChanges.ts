import { bodyOf, fieldsOf, isCreation, type Mutation } from './optimisticOperations'
import { idOf, type Progress } from './optimisticHistories'
import type { ItemData } from './server'

/** What a page shows: items by id, and lists of ids. An item that is being created is called `new 2` by its operation. */
export interface View {
  readonly items: ReadonlyMap<string, Row>
  readonly list: readonly string[] | undefined
  readonly recent: readonly string[] | undefined
}

export type Row = Omit<ItemData, 'id'>

/** A mutation, and the steps at which it was sent and landed. */
export interface Change extends Progress {
  readonly operation: Mutation
  /** `Infinity` while it waits. */
  readonly sent: number
  readonly landed: number
  readonly id: string | undefined
}

export function nameOfNew(op: number): string {
  return `new ${op + 1}`
}

/** The committed data with the changes in flight applied in the order of their calls. */
export function applyPending(committed: View, changes: ReadonlyMap<number, Change>): View {
  const items = new Map(committed.items)
  const list = [...(committed.list ?? [])]
  const { recent } = committed
  for (const [op, change] of changes) {
    const { operation, phase } = change
    if (phase === 'over') continue
    if (isCreation(operation)) {
      const value = `${operation.do} ${op + 1}`
      items.set(nameOfNew(op), { a: value, b: value, version: 0 })
      list.push(nameOfNew(op))
    } else applyChange(items, op, changes)
  }
  const isShown = (id: string): boolean => items.has(id)
  return {
    items,
    list: committed.list && list.filter(isShown),
    recent: recent?.filter(isShown),
  }
}

/** Changes an item, except for the fields that a mutation started later has confirmed. */
function applyChange(
  items: Map<string, Row>,
  op: number,
  changes: ReadonlyMap<number, Change>,
): void {
  const change = changes.get(op) as Change
  const { operation, creation, sent } = change
  const isCreating = creation !== undefined && changes.get(creation)?.phase !== 'over'
  const id = isCreating ? nameOfNew(creation) : change.id
  const row = id === undefined ? undefined : items.get(id)
  if (id === undefined || row === undefined) return
  const landed = [...changes.values()].filter(
    (it) => it.id === change.id && it.outcome === 'ok' && it.landed > sent,
  )
  // A deletion wins over everything that overlaps it.
  if (operation.do === 'delete') items.delete(id)
  else if (!landed.some((it) => it.operation.do === 'delete')) {
    const later = landed.filter((it) => it.sent > sent)
    const written = operation.do === 'vote' ? { b: `${row.b}+` } : bodyOf(operation, op)
    const own = Object.entries(written).filter(
      ([field]) => !later.some((it) => fieldsOf(it.operation).includes(field)),
    )
    items.set(id, { ...row, ...Object.fromEntries(own) })
  }
}

/** When each mutation was sent, and when it landed. Those that are sent in one step are sent in the order of the calls. */
export class Moments {
  readonly sent = new Map<number, number>()
  readonly landed = new Map<number, number>()

  note(at: number, progress: readonly Progress[], before: readonly Progress[]): void {
    for (const [op, { phase, outcome }] of progress.entries()) {
      if (phase === 'sent' && before[op]?.phase !== 'sent') this.sent.set(op, at + op / 10)
      if (outcome === 'ok' && before[op]?.outcome === undefined) this.landed.set(op, at)
    }
  }

  changes(progress: readonly Progress[]): Map<number, Change> {
    const changes = new Map<number, Change>()
    for (const [op, it] of progress.entries()) {
      const { operation, served } = it
      if (operation.do === 'read') continue
      const id = isCreation(operation) ? served?.id : idOf(progress, it)
      const sent = this.sent.get(op) ?? Infinity
      const landed = this.landed.get(op) ?? -1
      changes.set(op, { ...it, operation, id, sent, landed })
    }
    return changes
  }
}
