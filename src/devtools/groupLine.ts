import { LIMITS } from './HappeningLog'
import type { Counts, DevtoolsGroup } from './types'

/** `1 request, 1 row, 4 places, 3 components rendered` */
export function groupLine(group: DevtoolsGroup): string {
  const { requests, rows, places, components } = group.counts
  const texts = requestsOf(group)
  if (rows > 0 || requests > 0) texts.push(countRows(rows))
  // Of what happens by itself, that nothing of it was seen is nothing to report.
  const isSaid = (number: number | undefined): number is number =>
    number !== undefined && (number > 0 || group.isByUser)
  if (isSaid(places)) texts.push(count(places, 'place'))
  if (isSaid(components)) texts.push(`${count(components, 'component')} rendered`)
  return texts.join(', ')
}

/** Nothing about requests where none was to be expected, as when the user only opened a form. */
function requestsOf({ isByUser, isNavigation, actions, counts }: DevtoolsGroup): string[] {
  if (counts.requests > 0) return [count(counts.requests, 'request')]
  const isOfApp = isNavigation || actions.some(({ isRest }) => !isRest)
  if (isByUser && isOfApp && counts.places !== 0) return ['0 requests, already known']
  return isByUser && counts.actions === 0 ? [] : ['0 requests']
}

function countRows(rows: number): string {
  return rows > LIMITS.rows ? `${LIMITS.rows.toLocaleString('en')}+ rows` : count(rows, 'row')
}

/** How many of the counts of a group are no longer listed. */
export function unlisted(
  group: DevtoolsGroup,
  of: keyof Pick<Counts, 'requests' | 'actions'>,
): number {
  return group.counts[of] - group[of].length
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
