import { pick } from '../util/record'
import { getOrCreate, lastOf } from '../util/collections'
import { isSame } from '../util/replaceEqualDeep'
import { asRecord } from './collectionKey'
import type { NormalizeDelegate } from './contract'
import { entityOf } from './Discriminator'
import { type MemberRef, pkOfRef } from './entityRef'
import { type Fields, type FieldValues, type FindData, textOf, valuesAt } from './fieldValues'

/** An entity before a response and after it, as far as lists depend on the difference. */
export class EntityChange {
  readonly entity: ReturnType<typeof entityOf>
  readonly ref: MemberRef
  /** The store did not have it. */
  readonly isNew: boolean
  /** The parameters of the call. */
  readonly params: Fields
  /** The names of the fields that the response changes. What was not known before has changed where the body names it. */
  readonly changed: ReadonlySet<string>
  readonly before: Fields
  readonly after: Fields
  readonly #delegate: NormalizeDelegate
  readonly #body: Fields
  readonly #known = new Map<string, ReadonlySet<string>>()
  #changedTexts: ReadonlySet<string> | undefined

  /** @param input the response, without which nothing of the call counts */
  constructor(member: object, ref: MemberRef, delegate: NormalizeDelegate, input?: unknown) {
    const entity = entityOf(member, ref)
    const key = entity?.key ?? ''
    const { args } = delegate
    const stored = delegate.rowBefore(key, pkOfRef(ref))
    const isOfCall = input !== undefined
    const brought = Object.assign({}, ...[input].flat()) as Fields
    const body = isOfCall ? asRecord(lastOf(args)) : {}
    const sent = Object.keys(body).filter((name) => !Object.hasOwn(brought, name))
    this.entity = entity
    this.ref = ref
    this.isNew = stored === undefined || stored.invalid
    this.params = isOfCall ? asRecord(args[0]) : {}
    this.before = (stored?.data ?? {}) as Fields
    this.after = { ...delegate.rowAfter(key, pkOfRef(ref))?.data, ...pick(body, sent) }
    this.#body = body
    this.#delegate = delegate
    const isKnown = (name: string): boolean =>
      this.isNew || Object.hasOwn(this.before, name) || Object.hasOwn(body, name)
    this.changed = new Set(
      Object.keys({ ...this.before, ...this.after }).filter(
        (name) => isKnown(name) && !isSame(this.before[name], this.after[name]),
      ),
    )
  }

  get isChanged(): boolean {
    return this.changed.size > 0
  }

  /** Whether the response changes a field, or the body names it: another response may have brought it since. */
  mayChange(field: string): boolean {
    return this.changed.has(field) || Object.hasOwn(this.#body, field)
  }

  hasField(name: string): boolean {
    const { defaults = {} } = (this.entity ?? {}) as { readonly defaults?: object }
    return Object.hasOwn(this.after, name) || Object.hasOwn(defaults, name)
  }

  /** The values of a field after the response. */
  valuesAfter(path: string): FieldValues | undefined {
    return valuesAt(this.entity, this.after, path, this.#find(true))
  }

  valuesBefore(path: string): FieldValues | undefined {
    return valuesAt(this.entity, this.before, path, this.#find(false))
  }

  /** Whether a changed field had, or has, a value. */
  touches(value: unknown): boolean {
    this.#changedTexts ??= new Set(
      [...this.changed].flatMap((name) => [
        ...(this.valuesBefore(name)?.texts ?? []),
        ...(this.valuesAfter(name)?.texts ?? []),
      ]),
    )
    return this.#changedTexts.has(textOf(value))
  }

  /** Whether any stored entity of the kind has a value in a field. */
  isKnownValue(path: string, value: unknown): boolean {
    const known = getOrCreate(this.#known, path, () => {
      const rows = [...this.#delegate.storedRows(this.entity?.key ?? '')]
      const texts = rows.flatMap(([, { invalid, data }]) =>
        invalid
          ? []
          : (valuesAt(this.entity, data as Fields, path, this.#find(false))?.texts ?? []),
      )
      return new Set(texts)
    })
    return known.has(textOf(value))
  }

  /** The entity as readers see it, with what the body of the call names. */
  shown(isAfter: boolean): unknown {
    const { entity, ref, after } = this
    if (entity === undefined) return undefined
    const found = this.#delegate.shown(entity, pkOfRef(ref), isAfter)
    if (!isAfter || found === undefined) return found
    const row = this.#delegate.rowAfter(entity.key, pkOfRef(ref))
    const lacking = Object.keys(after).filter((name) => !Object.hasOwn(row?.data ?? {}, name))
    return lacking.length === 0
      ? found
      : entity.fromJS({ ...(found as object), ...pick(after, lacking) })
  }

  #find(isAfter: boolean): FindData {
    const delegate = this.#delegate
    return (key, pk) => (isAfter ? delegate.rowAfter(key, pk) : delegate.rowBefore(key, pk))?.data
  }
}
