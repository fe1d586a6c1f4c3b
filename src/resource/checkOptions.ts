import { shortenPath } from '../endpoint/pathTemplate'
import { isEntity } from '../schema/Discriminator'
import type { Entity } from '../schema/Entity'
import { Union } from '../schema/Union'
import { describeValue } from '../util/messages'
import type { ResourceOptions } from './types'

// Development only.

/**
 * Checks the options of a resource.
 * @throws TypeError naming the option that makes no sense, and what would
 */
export function checkOptions(options: ResourceOptions): void {
  const { path, summary } = options
  if (shortenPath(path) === undefined) {
    throw new TypeError(
      `resource() needs a path with a parameter that tells one entity from the list, such as '/users/:id'; found '${path}'.`,
    )
  }
  const schema: unknown = options.schema
  if (!isEntity(schema) && !(schema instanceof Union)) {
    throw new TypeError(
      `resource() needs a schema: what there is at its path, an entity class or a Union. Found ${describeValue(schema)}.`,
    )
  }
  if (summary !== undefined) checkSummary(options.schema, summary)
  for (const name of ['endpoint', 'collection'] as const) {
    const found = (options as { readonly [Name in typeof name]?: unknown })[name]
    const Name = name === 'endpoint' ? 'Endpoint' : 'Collection'
    if (typeof found === 'function') {
      console.warn(
        `resource() of ${schema.key}: \`${name}\` is no option; did you mean \`${Name}\`, with a capital?`,
      )
    }
  }
}

/** Both are rows of one table, so each row needs one name. */
function checkSummary(schema: ResourceOptions['schema'], summary: unknown): void {
  const { key } = schema
  if (!isEntity(schema) || !isEntity(summary)) {
    throw new TypeError(
      `resource() of ${key}: \`summary\` is a class for what lists have of an entity, and its schema an entity class; found ${describeValue(summary)}.`,
    )
  }
  if (summary.key !== key) {
    throw new TypeError(
      `resource() of ${key}: lists and details are kept in one table, and the summary is of the table ${summary.key}. Let ${key} extend the summary, and give that: static override key = '${key}'.`,
    )
  }
  if (summary.pk !== schema.pk || summary.prototype.pk !== schema.prototype.pk) {
    throw new TypeError(
      `resource() of ${key}: the summary has another \`pk\` than the entity, so that a row of a list would be another one than its details. Define \`pk\` in the summary, which ${key} extends.`,
    )
  }
}

const warned = new WeakSet<object>()

/** Warns once of a summary that has all fields, which nothing is fetched for; the entity itself says that on purpose. */
export function warnSameFields(entity: typeof Entity, summary: typeof Entity): void {
  if (entity === summary || warned.has(summary)) return
  const all = { ...(summary.defaults as object) }
  if (Object.keys(entity.defaults as object).some((field) => !(field in all))) return
  warned.add(summary)
  console.warn(
    `${entity.key} declares no field that its summary lacks, so its details are not fetched where a list has brought them. Declare the fields that only details have in the class of the details.`,
  )
}
