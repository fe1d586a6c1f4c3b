import type { AffectedDelegate } from '../../schema/contract'
import { isKind } from '../../schema/kinds'
import { getOrCreate } from '../../util/getOrCreate'
import { isObject } from '../../util/isObject'

type ListTest = (pk: string, data: object) => boolean

/** What a mutation may write, as far as its schema and its arguments say. */
export interface Affected {
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>
  readonly lists: ReadonlyMap<string, readonly ListTest[]>
}

/** Filters of the user's own may fail for arguments that came to nothing: any list may be affected then. */
export function affectedBy(schema: unknown, args: readonly unknown[]): Affected {
  const rows = new Map<string, Set<string>>()
  const lists = new Map<string, ListTest[]>()
  const delegate: AffectedDelegate = {
    row: (schemaKey, pk) => getOrCreate(rows, schemaKey, () => new Set()).add(pk),
    lists(schemaKey, test) {
      const isList = (pk: string, data: object): boolean => attempt(() => test(pk, data)) ?? true
      getOrCreate(lists, schemaKey, () => []).push(isList)
    },
  }
  attempt(() => collect(schema, args, delegate))
  return { rows, lists }
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Whether a row, or a list with these members, is among what a mutation may write. */
export function isAffected(
  { rows, lists }: Affected,
  schemaKey: string,
  pk: string,
  data: object = [],
): boolean {
  if (rows.get(schemaKey)?.has(pk) === true) return true
  return lists.get(schemaKey)?.some((test) => test(pk, data)) === true
}

/** What the arguments of a mutation name, by its schema. */
function collect(schema: unknown, args: readonly unknown[], delegate: AffectedDelegate): void {
  if (isKind(schema)) schema.affected?.(args, delegate)
  else if (Array.isArray(schema)) collect(schema[0], args, delegate)
  else if (isObject(schema)) for (const it of Object.values(schema)) collect(it, args, delegate)
}
