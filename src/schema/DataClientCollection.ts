import type { AnyType } from '../util/anyType'
import { Collection, type CollectionOptions, type CollectionSchema } from './Collection'
import type { FilterRule } from './collectionFilters'
import type { RowFilter } from './collectionKey'

/** Names of arguments: by a test, a pattern or a list. */
export type ArgumentNames = ((name: string) => boolean) | RegExp | readonly string[]

/** The options of data-client's `Collection`. */
export interface DataClientCollectionOptions<
  Args extends readonly AnyType[] = AnyType[],
> extends Omit<CollectionOptions<Args>, 'filters'> {
  /** Arguments that do not matter to what belongs in a list. Default: none. */
  readonly nonFilterArgumentKeys?: ArgumentNames
  /** The filter of the lists that an entity belongs to, from its fields and the parameters. `nonFilterArgumentKeys` overrules it. */
  readonly createCollectionFilter?: (...args: AnyType[]) => RowFilter
}

/**
 * `Collection` with the options of data-client's.
 *
 * @example
 * const tasks = new Collection([Task], { nonFilterArgumentKeys: /^sort/ })
 */
export class DataClientCollection<
  const S extends CollectionSchema = CollectionSchema,
  Args extends readonly AnyType[] = readonly AnyType[],
> extends Collection<S, Args> {
  readonly #names: ArgumentNames | undefined

  constructor(
    schema: S,
    {
      nonFilterArgumentKeys,
      createCollectionFilter,
      ...options
    }: DataClientCollectionOptions<Args> = {},
  ) {
    const isOwnFilter = nonFilterArgumentKeys === undefined && createCollectionFilter
    const filters = isOwnFilter
      ? (entity: object, list: object, params: object = {}) =>
          createCollectionFilter({ ...params, ...entity }, entity)(list as Record<string, unknown>)
      : undefined
    super(schema, { ...options, ...(filters && { filters }) } as CollectionOptions)
    this.#names = nonFilterArgumentKeys
  }

  /** Tells whether an argument neither filters nor sorts a list. */
  nonFilterArgumentKeys(name: string): boolean {
    // A list of an endpoint inherits from its collection, and has no private members of its own.
    const names = this.base.#names
    return names !== undefined && isNamed(names, name)
  }

  override ruleOf(name: string): FilterRule<never> | undefined {
    return this.nonFilterArgumentKeys(name) ? () => true : super.ruleOf(name)
  }
}

function isNamed(names: ArgumentNames, name: string): boolean {
  if (typeof names === 'function') return names(name)
  // Not `test`, which remembers where it was if the pattern is a global one.
  return names instanceof RegExp ? name.search(names) >= 0 : names.includes(name)
}
