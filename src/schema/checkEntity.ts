import { getOrCreate } from '../util/collections'
import { holdWarning } from './heldWarnings'

/** The plan of a class, as far as messages say something of it. */
interface CheckedPlan {
  readonly entity: Keyed & { readonly hasOwnKey: boolean }
  readonly fields: readonly string[]
  defaults(): object
}

const checked = new WeakSet<object>()

/** Warns, once for each class, of what it lacks, and once for each field of a primary key that was rounded. */
export function checkEntity(plan: CheckedPlan, pk: string, data: object, delegate: object): void {
  const { entity } = plan
  if (!checked.has(entity)) holdWarning(delegate, entity, () => warnOfClass(plan, data))
  checkRounded(entity, pk, data, delegate)
}

function warnOfClass({ entity, fields, defaults }: CheckedPlan, data: object): void {
  if (checked.has(entity)) return
  checked.add(entity)
  const { key } = entity
  if (!entity.hasOwnKey) {
    console.warn(
      `${key} has no \`static key\`: its table is called like the class, and a minifier changes that name, so that a stored state is not found again. Write in the class: static override key = '${key}'`,
    )
  }
  if (fields.length === 0) return
  const shown = defaults()
  const names = Object.keys(shown)
  const unknown = fields.find((field) => !(field in data) && !(field in shown))
  // A class without fields leaves all of them to its responses.
  if (unknown === undefined || names.length === 0) return
  console.warn(
    `The \`static schema\` of ${key} names \`${unknown}\`, which neither the class nor its first response has. The class has: ${names.join(', ')}. Correct the name, or give the field a default.`,
  )
}

/** An entity class, as far as messages name it. */
interface Keyed {
  readonly key: string
}

const rounded = new WeakMap<object, Set<string>>()

/** Warns of a primary key with an integer beyond 2^53, which was rounded when the response was parsed. */
function checkRounded(entity: Keyed, pk: string, data: object, delegate: object): void {
  // From 10^21 on a number is written with an exponent.
  if (!/\d{16}|e\+/.test(pk)) return
  for (const [field, value] of Object.entries(data)) {
    if (isRounded(value) && pk.includes(`${value}`)) {
      holdRounded(delegate, entity, `${entity.key}.${field}`)
    }
  }
}

/** Like `checkRounded`, of a primary key in place of an entity; `field` has it. */
export function checkReference(entity: Keyed, pk: number, field: string, delegate: object): void {
  if (!isRounded(pk)) return
  holdRounded(delegate, entity, `A reference to ${entity.key}${field && ` in ${field}`}`)
}

function isRounded(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

function holdRounded(delegate: object, entity: Keyed, place: string): void {
  holdWarning(delegate, place, () => warnRounded(entity, place))
}

function warnRounded(entity: Keyed, place: string): void {
  const places = getOrCreate(rounded, entity, () => new Set<string>())
  if (places.has(place)) return
  places.add(place)
  console.warn(
    `${place} is a number beyond 2^53, which JavaScript rounds, so that two entities may become one row. Have the server send it as a text, or read it as one in \`parseResponse\`.`,
  )
}
