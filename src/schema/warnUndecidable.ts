/** A list, as far as it is named in a message. */
interface Described {
  readonly collection: { readonly key: string; readonly member: object }
  readonly address: string | undefined
}

const warned = new WeakSet<object>()

/** Warns once for the lists of one kind of entity. */
export function warnUndecidable({ collection, address }: Described, name: string): void {
  if (warned.has(collection.member)) return
  warned.add(collection.member)
  const at = address === undefined ? '' : ` at ${address}`
  console.warn(
    `The lists ${collection.key}${at} with \`${name}\` are fetched again when an entity is created or changed, as their members do not show what \`${name}\` does. Say it in \`filters\` of the Collection or the resource: filters: { ${name}: (entity, ${name}) => …true where it is on the list… }, or 'order' if it sorts, 'window' if it cuts the list, 'server' if only the server knows.`,
  )
}
