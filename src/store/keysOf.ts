import { reuse } from '../util/reuse'
import { keysIn, type Table } from './state/table'

const keysOfTables = new WeakMap<object, readonly string[]>()
const lastKeys = new WeakMap<object, Map<string, readonly string[]>>()

/** The keys of a table in its order: the same list for as long as a line of states (told by its memory) has the same. */
export function keysOf(
  line: object,
  schemaKey: string,
  table: Table<unknown> | undefined,
): readonly string[] | undefined {
  if (table === undefined) return undefined
  const known = keysOfTables.get(table)
  if (known !== undefined) return known
  const last = lastOf(line)
  const found = reuse(last.get(schemaKey), keysIn(table)) as readonly string[]
  last.set(schemaKey, found)
  keysOfTables.set(table, found)
  return found
}

function lastOf(line: object): Map<string, readonly string[]> {
  let last = lastKeys.get(line)
  if (last === undefined) lastKeys.set(line, (last = new Map<string, readonly string[]>()))
  return last
}
