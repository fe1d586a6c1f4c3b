import { pick } from '../util/record'
import { getOrCreate, lastOf } from '../util/collections'
import { isSame } from '../util/replaceEqualDeep'
import { asRecord } from './collectionKey'
import type { EntityRow, NormalizeDelegate } from './contract'
import { entityOf } from './Discriminator'
import { type MemberRef, pkOfRef } from './entityRef'
import { equalsArgument, type Fields, type FieldValues, textOf, valuesAt } from './fieldValues'

/** The data of an entity, and by which function of a delegate the rows around it are found. */
interface Version {
  readonly data: Fields
  readonly at: 'rowBefore' | 'storedRow' | 'rowAfter'
  /** Fields that the row does not have. */
  readonly more?: Fields
}

/** An entity before a response and after it, as far as lists depend on the difference. */
export class EntityChange {
  readonly entity: ReturnType<typeof entityOf>
  readonly ref: MemberRef
  /** The store did not have it when the call started. */
  readonly isNew: boolean
  /** The response deletes it. */
  readonly isGone: boolean
  /** When it was stored as it is; never, where it is not. */
  readonly storedAt: number
  /** The server may have had another one than the store. */
  readonly isDoubtful: boolean
  /** The response overlapped another one: what it leaves of the entity may not be what the server has. */
  readonly isUnsure: boolean
  /** The parameters of the call. */
  readonly params: Fields
  /** The call has one argument, which may be its body: `push({ title })`. */
  readonly isByBody: boolean
  /** The names of the fields that the response changes. What was not known before has changed where the body names it. */
  readonly changed: ReadonlySet<string>
  readonly #delegate: NormalizeDelegate
  readonly #body: Fields
  /** As it was when the call started, and as it is stored: another response may have written it since. */
  readonly #before: readonly Version[]
  readonly #after: Version
  #known: Map<string, ReadonlySet<string>> | undefined
  #changedTexts: ReadonlySet<string> | undefined

  /** @param input the response, without which nothing of the call counts */
  constructor(member: object, ref: MemberRef, delegate: NormalizeDelegate, input?: unknown) {
    const entity = entityOf(member, ref)
    const key = entity?.key ?? ''
    const pk = pkOfRef(ref)
    const { args } = delegate
    const started = delegate.rowBefore(key, pk)
    const stored = delegate.storedRow(key, pk)
    const isOfCall = input !== undefined
    const body = isOfCall ? asRecord(lastOf(args)) : NO_FIELDS
    this.entity = entity
    this.ref = ref
    this.isNew = started === undefined || started.invalid
    this.storedAt = stored?.invalid === false ? stored.meta.landed : Infinity
    this.isDoubtful = stored?.meta.doubtful !== undefined
    this.params = isOfCall ? asRecord(args[0]) : NO_FIELDS
    this.isByBody = args.length < 2
    const next = delegate.rowAfter(key, pk)
    const after = versionOf(next, 'rowAfter')
    this.isGone = next?.invalid === true
    this.isUnsure = next?.meta.doubtful === delegate.meta.landed
    const before = stored === started ? [] : [versionOf(started, 'rowBefore')]
    // What the response says, and the row does not take over, may be so.
    const brought = (delegate.brought(key, pk) ?? NO_FIELDS) as Fields
    const said = this.isUnsure ? [withFields(after, brought)] : []
    this.#before = this.isNew ? [] : [...before, versionOf(stored, 'storedRow'), ...said]
    this.#after = isOfCall ? withSent(after, body, input) : after
    this.#body = body
    this.#delegate = delegate
    this.changed = this.#findChanged()
  }

  get after(): Fields {
    return this.#after.data
  }

  /** The data before and after the response. */
  get versions(): readonly Fields[] {
    return this.#all.map(({ data }) => data)
  }

  get isChanged(): boolean {
    return this.changed.size > 0
  }

  get #all(): readonly Version[] {
    return [...this.#before, this.#after]
  }

  /** Whether the response changes a field, or the body names it: another response may have brought it since. */
  mayChange(field: string): boolean {
    return this.changed.has(field) || Object.hasOwn(this.#body, field)
  }

  hasField(name: string): boolean {
    const { defaults = {} } = (this.entity ?? {}) as { readonly defaults?: object }
    return Object.hasOwn(this.after, name) || Object.hasOwn(defaults, name)
  }

  /** Whether a field was not known before, so that it may have changed, unless the body of the call names a change. */
  isLearned(field: string): boolean {
    const isUnknown = ({ data }: Version): boolean => !Object.hasOwn(data, field)
    return Object.hasOwn(this.after, field) && this.#before.some(isUnknown) && !this.#isNamed()
  }

  #isNamed(): boolean {
    const body = asRecord(lastOf(this.#delegate.args))
    const isNew = (name: string): boolean =>
      this.#before.some(({ data }) => !isSame(data[name], this.after[name]))
    return Object.keys(body).some((name) => Object.hasOwn(this.after, name) && isNew(name))
  }

  /** Whether a field is the key of the entity. */
  isKey(path: string): boolean {
    const { texts = [] } = this.valuesAfter(path) ?? {}
    return texts.length === 1 && texts[0] === pkOfRef(this.ref)
  }

  /** The values of a field after the response. */
  valuesAfter(path: string): FieldValues | undefined {
    return this.#valuesIn(this.#after, path)
  }

  /** The texts that a field had or has; `undefined` where one of them cannot be compared. */
  textsOf(path: string): readonly string[] | undefined {
    const values = this.#all.map((version) => this.#valuesIn(version, path))
    return values.includes(undefined) ? undefined : values.flatMap((it) => it?.texts ?? [])
  }

  /** Whether a field has a value; true where that cannot be told. */
  mayHave(path: string, value: unknown): boolean {
    return equalsArgument(this.#valuesIn(this.#after, path), value) !== false
  }

  /** Whether a field had a value; true where that cannot be told. */
  mayHaveHad(path: string, value: unknown): boolean {
    return this.#before.some((it) => equalsArgument(this.#valuesIn(it, path), value) !== false)
  }

  /** Whether a changed field had, or has, a value. */
  touches(value: unknown): boolean {
    this.#changedTexts ??= new Set(
      this.#all.flatMap((version) =>
        [...this.changed].flatMap((name) => this.#valuesIn(version, name)?.texts ?? []),
      ),
    )
    return this.#changedTexts.has(textOf(value))
  }

  /** Whether any stored entity of the kind has a value in a field. */
  isKnownValue(path: string, value: unknown): boolean {
    this.#known ??= new Map()
    const known = getOrCreate(this.#known, path, () => {
      const rows = [...this.#delegate.storedRows(this.entity?.key ?? '')]
      const texts = rows.flatMap(([, { invalid, data }]) =>
        invalid ? [] : (this.#valuesIn(versionOf({ data }, 'rowAfter'), path)?.texts ?? []),
      )
      return new Set(texts)
    })
    return known.has(textOf(value))
  }

  /** The entity as readers saw it, once or twice. */
  wasShown(): readonly unknown[] {
    return this.#before.map((it) => this.#show(it))
  }

  /** The entity as readers see it, with what the body of the call names. */
  isShown(): unknown {
    return this.#show(this.#after)
  }

  #show({ at, more = NO_FIELDS }: Version): unknown {
    const { entity, ref } = this
    const getRow: NormalizeDelegate['storedRow'] = (key, pk) => this.#delegate[at](key, pk)
    const found = entity && this.#delegate.shown(entity, pkOfRef(ref), getRow)
    const isWhole = found === undefined || Object.keys(more).length === 0
    return isWhole ? found : entity?.fromJS({ ...(found as object), ...more })
  }

  #findChanged(): ReadonlySet<string> {
    const { after } = this
    if (this.isNew) return new Set(Object.keys(after))
    const changed = new Set<string>()
    for (const { data } of this.#before) {
      for (const name of Object.keys(after)) {
        const isKnown = Object.hasOwn(data, name) || Object.hasOwn(this.#body, name)
        if (isKnown && !isSame(data[name], after[name])) changed.add(name)
      }
    }
    return changed
  }

  #valuesIn({ data, at }: Version, path: string): FieldValues | undefined {
    return valuesAt(this.entity, data, path, (key, pk) => this.#delegate[at](key, pk)?.data)
  }
}

const NO_FIELDS: Fields = {}

function versionOf(row: Pick<EntityRow, 'data'> | undefined, at: Version['at']): Version {
  return { data: (row?.data ?? NO_FIELDS) as Fields, at }
}

/** What the server did not respond with is as it was sent. */
function withSent(after: Version, body: Fields, input: unknown): Version {
  const brought = Object.assign({}, ...[input].flat()) as Fields
  const sent = Object.keys(body).filter((name) => !Object.hasOwn(brought, name))
  return withFields(after, pick(body, sent) as Fields)
}

function withFields({ data, at }: Version, fields: Fields): Version {
  const names = Object.keys(fields).filter((name) => !isSame(data[name], fields[name]))
  return { data: { ...data, ...fields }, at, more: pick(fields, names) as Fields }
}
