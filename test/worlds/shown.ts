import type { Fields } from './Database'
import { isFields } from './History'

/** What a reader shows, as the members of a list and what stands beside them. */
export interface ShownList {
  readonly members: readonly Fields[]
  readonly beside: Fields
}

/** Takes apart what a reader shows, as `splitBody` does with an answer. */
export function shownOf(value: unknown): ShownList {
  if (Array.isArray(value)) return { members: value as readonly Fields[], beside: {} }
  const { items, ...beside } = value as Fields
  if (Array.isArray(items)) return { members: items as readonly Fields[], beside }
  const isEntity = 'id' in beside || 'slug' in beside
  return isEntity ? { members: [value as Fields], beside: {} } : { members: [], beside }
}

/**
 * Where what is shown differs from what is expected; `undefined` where it shows all of it. What it shows besides is of other
 * responses.
 */
export function differenceOf(shown: unknown, expected: unknown, path = ''): string | undefined {
  if (isFields(expected)) {
    if (!isFields(shown)) return `${path} is ${textOf(shown)}, and not ${textOf(expected)}`
    for (const [name, value] of Object.entries(expected)) {
      const difference = differenceOf(shown[name], value, `${path}.${name}`)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  const isSame = JSON.stringify(shown) === JSON.stringify(expected)
  return isSame ? undefined : `${path} is ${textOf(shown)}, and not ${textOf(expected)}`
}

function textOf(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value)
}
