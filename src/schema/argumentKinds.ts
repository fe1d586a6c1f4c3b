import { getOwn } from '../util/record'
import { type Ruled, usualRule } from './collectionFilters'
import type { CollectionKey } from './collectionKey'
import type { EntityRow, ListFilters } from './contract'

/** A list, as far as its arguments are concerned. */
interface Argued {
  readonly collection: Ruled
  readonly args: CollectionKey
  readonly row: EntityRow | undefined
}

/** How many members a list has at most: any number without a window, 0 where it is one of several pages, or uncertain, or not known. */
export function limitOf(list: Argued): number {
  const limits = Object.keys(list.args).filter((name) => kindOf(list, name) === 'window')
  // What would move up has left a place that is not free.
  if (limits.length > 0 && list.row?.meta.doubtful !== undefined) return 0
  return Math.min(
    ...limits.map(
      (name) => (/limit|size|take|results/i.test(name) && Number(list.args[name])) || 0,
    ),
  )
}

/** Whether the place of a member in a list cannot be decided. */
export function isSorted(list: Argued): boolean {
  return Object.keys(list.args).some((name) => kindOf(list, name) === 'order')
}

/** What an argument of a list does besides filtering. */
export function kindOf({ collection, row, args }: Argued, name: string): unknown {
  return kindIn(collection, row?.meta.filters ?? {}, name, args[name])
}

/** What an argument does besides filtering: as the app says, else by its name where no member shows that it filters. */
export function kindIn(
  collection: Ruled,
  filters: ListFilters,
  name: string,
  value?: unknown,
): unknown {
  const rule = collection.ruleOf(name)
  if (rule === undefined && typeof getOwn(filters, name) !== 'string') return usualRule(name, value)
  return rule === 'server' ? undefined : rule
}
