import { describe } from '../util/describe'
import { getOwn } from '../util/own'
import type { Seam } from '../util/seam'
import type { Entity } from './Entity'
import { isEntity } from './isEntity'

/** Entities by the name that tells them apart: `{ user: User, group: Group }`. */
export interface EntityMap {
  readonly [name: string]: typeof Entity
}

/** The field of a value that names its entity, or a function that gives the name. */
export type SchemaAttribute =
  | string
  | ((value: Seam, parent: Seam, key: string) => string | number | boolean | null | undefined)

/** What a value says that it is; `undefined` where it says nothing. */
export function discriminate(
  attribute: SchemaAttribute,
  value: object,
  parent: unknown,
  key: string,
): string | undefined {
  const name: unknown =
    typeof attribute === 'function'
      ? attribute(value, parent, key)
      : Reflect.get(value, attribute, value)
  return typeof name === 'number' || typeof name === 'boolean' ? String(name) : textOf(name)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The entity that a map has for a name; names that every object inherits are none. */
export function entityNamed(map: EntityMap, name: string | undefined): typeof Entity | undefined {
  return name === undefined ? undefined : getOwn(map, name)
}

/** Checks in development what was given where a map of entities is needed, and what tells them apart. */
export function checkEntityMap(map: EntityMap, attribute: unknown, kind: string): void {
  if (process.env.NODE_ENV === 'production') return
  const example = `new ${kind}({ user: User, group: Group }, 'type')`
  const isMap = typeof map === 'object' && map !== null && !Array.isArray(map)
  if (!isMap || Object.keys(map).length === 0) {
    throw new TypeError(`new ${kind}() takes entities by name: ${example}. Found ${describe(map)}.`)
  }
  for (const [name, entity] of Object.entries(map as Record<string, unknown>)) {
    if (isEntity(entity)) continue
    throw new TypeError(
      `new ${kind}() takes entities by name: ${example}. Found ${describe(entity)} for "${name}".`,
    )
  }
  if (typeof attribute === 'function' || (typeof attribute === 'string' && attribute !== '')) return
  throw new TypeError(
    `new ${kind}() needs a schemaAttribute as its second argument, the field or function that tells which entity a value is: ${example}.`,
  )
}

/** How an error names what was expected: ``an object whose `type` is "user" or "group"``. */
export function describeChoice(map: EntityMap, attribute: SchemaAttribute): string {
  const names = Object.keys(map).map((name) => JSON.stringify(name))
  const choice = names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(' or ')
  return typeof attribute === 'function'
    ? `an object for which schemaAttribute gives ${choice}`
    : `an object whose \`${attribute}\` is ${choice}`
}
