import type { ManagedRequest } from '../../store/Manager'
import type { Runtime } from '../../store/Runtime'
import { isObject } from '../../util/checks'
import type { NamedRow, OverlaidRows } from './OverlaidRows'

const warned = new Set<string>()

/** In development alone: warns once for each endpoint that expects a field which no reader shows. */
export function checkExpected(
  { endpoint, args }: ManagedRequest,
  rows: readonly NamedRow[],
  below: OverlaidRows,
  owners: Runtime['tableOwners'],
): void {
  const { name } = endpoint
  if (warned.has(name)) return
  const given = new Set([
    ...args.flat().filter(isObject).flatMap(Object.keys),
    // Those of a form.
    ...(endpoint.writtenFields?.(...args) ?? []),
  ])
  for (const [schemaKey, pk, { data }] of rows) {
    const { defaults = {} } = owners.get(schemaKey) as { readonly defaults?: object }
    const names = Object.keys(defaults)
    const stored = below.getRow(schemaKey, pk)?.data ?? {}
    const isKnown = (field: string) => field in defaults || field in stored || given.has(field)
    const unknown = Object.keys(data).find((field) => !isKnown(field))
    // Lists have no fields, and a class without any leaves them to its responses.
    if (unknown === undefined || names.length === 0) continue
    warned.add(name)
    console.warn(
      `\`getOptimisticResponse\` of ${name} gives ${schemaKey} the field \`${unknown}\`, which neither the class nor its stored row has. The class has: ${names.join(', ')}.`,
    )
    return
  }
}
