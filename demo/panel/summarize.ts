import type { Counts, GroupView } from './types'

/** `1 request, 1 row, 4 places, 3 components rendered` */
export function summarize({ isByUser, counts }: GroupView): string {
  const { requests, rows, places, components } = counts
  const isKnown = isByUser && requests === 0 && places > 0
  const parts = [isKnown ? '0 requests, already known' : count(requests, 'request')]
  if (rows > 0 || requests > 0) parts.push(count(rows, 'row'))
  parts.push(count(places, 'place'))
  if (components !== undefined) parts.push(`${count(components, 'component')} rendered`)
  return parts.join(', ')
}

/** How many of the counts of a group are no longer listed. */
export function unlisted(group: GroupView, of: keyof Pick<Counts, 'requests' | 'actions'>): number {
  return group.counts[of] - group[of].length
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
