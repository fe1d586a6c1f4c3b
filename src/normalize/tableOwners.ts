import type { RowSchema } from '../schema/contract'
import { getOrCreate } from '../util/collections'
import type { Landing } from './landing'
import { codedMessage } from '../util/messages'

/** The schema that each table belongs to; they are remembered from one response to the next. */
export type TableOwners = Map<string, RowSchema>

/**
 * Checks a schema that is not the owner of its table.
 * @param isInUse whether the response has written to the table already
 * @throws TypeError where two schemas have one key that were not both given it on purpose
 */
export function checkOwner(
  owners: TableOwners,
  schema: RowSchema,
  landing: Landing,
  isInUse: boolean,
): void {
  const { key } = schema
  const owner = owners.get(key) as RowSchema
  if (process.env.NODE_ENV !== 'production' && isRedefined(owners, schema, landing, isInUse)) return
  if (owner.hasOwnKey && schema.hasOwnKey) return
  throw new TypeError(
    codedMessage(
      'duplicate-key',
      process.env.NODE_ENV === 'production' ||
        `two schemas are called ${key}; give each its own \`static key\`, or both the same one to share the table`,
      key,
    ),
  )
}

/** A class, as far as another one may be a later definition of it. */
interface Definition extends RowSchema {
  readonly name?: string
  readonly defaults?: object
}

/** When a class was replaced by another one, in the tables of a store. */
const replacedAt = new WeakMap<TableOwners, WeakMap<RowSchema, number>>()

/**
 * In development alone: whether a class is the owner of its table after a hot reload, which evaluates its module again. The class
 * of the same name that comes last takes the table over; the one before may write what was requested before that. So two classes
 * that are both in use are still found.
 */
function isRedefined(
  owners: TableOwners,
  schema: Definition,
  { started, meta, isExpected }: Landing,
  isInUse: boolean,
): boolean {
  const owner = owners.get(schema.key) as Definition
  if (schema.name === undefined || owner.name !== schema.name) return false
  // What is only expected has no moment of its own.
  if (isExpected === true) return true
  const replaced = getOrCreate(replacedAt, owners, () => new WeakMap<RowSchema, number>())
  const replacedBefore = replaced.get(schema)
  if (replacedBefore !== undefined) return started <= replacedBefore
  if (isInUse) return false
  replaced.set(owner, meta.landed)
  owners.set(schema.key, schema)
  if (!owner.hasOwnKey || !schema.hasOwnKey) warnOfTwo(owner, schema)
  return true
}

function warnOfTwo(owner: Definition, { key, defaults }: Definition): void {
  const [before, now] = [owner, { defaults }].map((it) => Object.keys(it.defaults ?? {}).join(', '))
  console.warn(
    `Two classes are called ${key}, with the fields ${before} and ${now}. After a hot reload this is fine; otherwise production throws an error. Give each class its own \`static key\`.`,
  )
}
