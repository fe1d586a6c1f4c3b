import type { EntityPlan } from './entityData'

const checked = new WeakSet<object>()

/** In development alone, once for each class, when the first of its rows is stored: warns of what the class lacks. */
export function checkEntity({ entity, fields, defaults }: EntityPlan, data: object): void {
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
