import { getOrCreate } from '../util/collections'

/** A list, as far as it is named in a message. */
interface Described {
  readonly collection: { readonly key: string; readonly member: object }
  readonly address: string | undefined
}

const warned = new WeakMap<object, Set<string>>()

/** Warns once for each argument of each address. */
export function warnUndecidable({ collection, address }: Described, name: string): void {
  const known = getOrCreate(warned, collection.member, () => new Set<string>())
  const key = JSON.stringify([address, name])
  if (known.has(key)) return
  known.add(key)
  const at = address === undefined ? '' : ` at ${address}`
  console.warn(
    `The lists ${collection.key}${at} with \`${name}\` are fetched again when an entity is created or changed, as their members do not show what \`${name}\` does. Say it in \`filters\` of the Collection or the resource: filters: { ${name}: (entity, ${name}) => …true where it is on the list… }, or 'order' if it sorts, 'window' if it cuts the list, 'server' if only the server knows.`,
  )
}
