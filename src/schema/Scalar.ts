import { codedMessage } from '../util/messages'
import { isNothing, isObject } from '../util/checks'
import { getOwn } from '../util/record'
import type { AnyType } from '../util/anyType'
import {
  type DenormalizeDelegate,
  type NormalizeDelegate,
  type QueryDelegate,
  type RowMeta,
  type RowSchema,
} from './contract'
import type { Entity } from './Entity'
import { usablePk } from './entityRef'
import { INVALID } from './schemaObject'
import type { Shape } from './types'

/** The options of a scalar. */
export interface ScalarOptions {
  /** The dependency of the values, from the arguments of a call: `(args) => args[0]?.portfolio`. */
  readonly lens: (args: readonly AnyType[]) => string | number | undefined
  /** Part of the table's name, `Scalar(portfolio)`. */
  readonly key: string
  /** The entity that the values belong to. Needed where they come on their own, and not as fields of it. */
  readonly entity?: typeof Entity
}

/** What an entity holds for such a field: whose value it is, and which. */
type Cell = readonly [entityPk: string, field: string, entityKey: string]

/**
 * Values of an entity that depend on how one looks at it: a share in a portfolio, a price in a currency, a text in a
 * language. They are kept beside the entity, one row for each lens.
 *
 * @example
 * const inPortfolio = new Scalar({ lens: (args) => args[0]?.portfolio, key: 'portfolio', entity: Company })
 * Company.schema = { share: inPortfolio }
 * const getShares = new RestEndpoint({ path: '/shares', schema: new Values(inPortfolio) })
 */
export class Scalar implements RowSchema {
  declare readonly shape?: Shape<AnyType, readonly AnyType[], string | Cell>
  readonly takesNull = true
  readonly hasOwnKey = true
  readonly hasParts = false
  readonly #options: ScalarOptions

  constructor(options: ScalarOptions) {
    if (
      process.env.NODE_ENV !== 'production' &&
      (typeof (options as Partial<ScalarOptions> | undefined)?.lens !== 'function' || !options.key)
    ) {
      throw new TypeError(
        "new Scalar() takes a lens and a key: new Scalar({ lens: (args) => args[0]?.portfolio, key: 'portfolio' }).",
      )
    }
    this.#options = options
  }

  /** The table's name: `Scalar(portfolio)`. */
  get key(): string {
    return `Scalar(${this.#options.key})`
  }

  /** The primary key of the entity that a value on its own belongs to. */
  entityPk(
    value: unknown,
    parent: unknown,
    key: string,
    args: readonly unknown[],
  ): string | undefined {
    if (isObject(parent) && getOwn(parent, key) === value) return usablePk(key)
    return isObject(value) ? this.#options.entity?.pk(value, parent, key, args) : undefined
  }

  normalize(value: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    return delegate.parentEntity === undefined
      ? this.#storeCell(value, parent, key, delegate)
      : this.#storeField(value, parent as object, key, delegate)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (isCell(input)) return this.#readField(input, delegate)
    if (isObject(input) && Array.isArray(input['cells'])) return delegate.list(this, input['cells'])
    return typeof input === 'string' ? delegate.row(this, input) : input
  }

  instantiate(data: object): unknown {
    return { ...data }
  }

  denormalizeRow(instance: object): unknown {
    return instance
  }

  /** Every cell of the lens. */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    const lens = this.#lensOf(args)
    const pks = lens === undefined ? undefined : delegate.pks(this.key)
    const cells = pks?.filter((pk) => pk.slice(pk.lastIndexOf('|') + 1) === lens)
    return cells === undefined || cells.length === 0 ? undefined : { cells }
  }

  merge(existing: object, incoming: object): object {
    return { ...existing, ...incoming }
  }

  mergeWithStore(before: RowMeta, now: RowMeta, existing: object, incoming: object): object {
    return now.fetchedAt < before.fetchedAt
      ? this.merge(incoming, existing)
      : this.merge(existing, incoming)
  }

  mergeMetaWithStore(before: RowMeta, now: RowMeta): RowMeta {
    return now.fetchedAt < before.fetchedAt ? before : now
  }

  #storeField(value: unknown, data: object, field: string, delegate: NormalizeDelegate): Cell {
    const entity = delegate.parentEntity as typeof Entity
    const pk = entity.pk(data, undefined, '', delegate.args)
    if (pk === undefined) return delegate.fail(`a primary key for ${entity.key}`, data)
    const plain = delegate.visit(undefined, value, data, field)
    delegate
      .pendingRow(this, this.#cellPk(entity.key, pk, delegate))
      .merge(this, { [field]: plain })
    return [pk, field, entity.key]
  }

  #storeCell(value: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string {
    const { entity } = this.#options
    if (entity === undefined) {
      throw new TypeError(
        `${this.key} used standalone, outside of an entity's fields, requires an \`entity\` option that names the entity of these values`,
      )
    }
    if (!isObject(value)) return delegate.fail(`an object with fields of ${entity.key}`, value)
    const pk = this.entityPk(value, parent, key, delegate.args)
    if (pk === undefined) {
      const advice =
        process.env.NODE_ENV === 'production'
          ? ''
          : `: key the values by ${entity.key}, give them its primary key, or override entityPk()`
      throw new TypeError(`${this.key} cannot derive entity pk for cell${advice}`)
    }
    const cellPk = this.#cellPk(entity.key, pk, delegate)
    delegate
      .pendingRow(this, cellPk)
      .merge(this, delegate.visit(undefined, value, parent, key) as object)
    return cellPk
  }

  #readField([pk, field, entityKey]: Cell, delegate: DenormalizeDelegate): unknown {
    const lens = delegate.argsKey(this.#readLens)
    const cell = lens === undefined ? undefined : delegate.row(this, `${entityKey}|${pk}|${lens}`)
    return cell === undefined || cell === INVALID
      ? undefined
      : getOwn(cell as Record<string, unknown>, field)
  }

  #cellPk(entityKey: string, pk: string, { args }: NormalizeDelegate): string {
    const lens = this.#lensOf(args)
    if (lens === undefined) {
      throw new TypeError(
        codedMessage(
          'lens-without-value',
          process.env.NODE_ENV === 'production' ||
            `${this.key}: lens returned undefined during normalize. Ensure endpoint args contain the lens value.`,
          this.key,
        ),
      )
    }
    if (lens.includes('|')) {
      throw new TypeError(
        codedMessage(
          'invalid-lens',
          process.env.NODE_ENV === 'production' ||
            `${this.key}: a lens must not contain "|"; found "${lens}"`,
          this.key,
        ),
      )
    }
    return `${entityKey}|${pk}|${lens}`
  }

  /** One function for all reads, so that what depends on the lens is remembered for it. */
  readonly #readLens = (args: readonly unknown[]): string | undefined => this.#lensOf(args)

  #lensOf(args: readonly unknown[]): string | undefined {
    const lens = this.#options.lens(args)
    return isNothing(lens) ? undefined : String(lens)
  }
}

function isCell(input: unknown): input is Cell {
  return Array.isArray(input) && input.length === 3 && input.every((it) => typeof it === 'string')
}
