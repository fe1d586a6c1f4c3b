import type { QueryDelegate, RowSchema } from '../schema/contract'
import { expectsData, INVALID, isLiteral, isSchemaObject } from '../schema/schemaObject'
import { isTemporaryKey, noteRowKey } from '../schema/rowKey'
import { freeze } from '../util/freeze'
import { isObject } from '../util/checks'
import { preallocate } from '../util/collections'
import { ArgsDependency, rowDependency, tableDependency } from './CacheEntry'
import { DenormalizeBuilder } from './DenormalizeBuilder'
import { deserialize, type DeserializerLike } from './deserialize'
import { MIN_INDEXED } from './ListCacheEntry'

/** One read of a state: from ids to objects, each of which is cached with what it depends on. */
export class Denormalizer extends DenormalizeBuilder implements QueryDelegate {
  /** What readers see of `input`; `undefined` where it is missing, INVALID where it must not be shown. */
  read(schema: unknown, input: unknown): unknown {
    this.root = schema
    if (typeof input !== 'object' || input === null) return this.visit(schema, input)
    const known = this.cache.find(input, schema, '')
    if (known?.isValid(this) === true) return this.use(known)
    return this.build({ schemaKey: undefined, pk: '', schema, data: input }, schema, known)
  }

  visit(schema: unknown, input: unknown): unknown {
    if (input === null || input === undefined) return input
    if (isSchemaObject(schema)) return schema.denormalize(input, this)
    if (typeof schema === 'function') return deserialize(schema as DeserializerLike, input)
    if (!expectsData(schema)) return input
    if (!Array.isArray(schema)) return this.#visitObject(schema as object, input)
    return Array.isArray(input) ? this.list(schema[0], input) : input
  }

  list(
    schema: unknown,
    members: readonly unknown[],
    list = preallocate<unknown>(members.length),
  ): readonly unknown[] {
    const { top, dependencies } = this
    const { firstDependency } = top
    let isAligned = top.input.data === members && dependencies.length === firstDependency
    let count = 0
    for (let at = 0; at < members.length; at++) {
      const value = this.visit(schema, members[at])
      const last = firstDependency + at
      isAligned &&= dependencies.length === last + 1 && dependencies[last]?.value === value
      if (value !== undefined && value !== INVALID) list[count++] = value
    }
    list.length = count
    if (isAligned) top.member = schema
    // Each change copies a long list, and a frozen one takes five times as long.
    return (count < MIN_INDEXED ? Object.freeze : freeze)(list)
  }

  row(schema: RowSchema, pk: string): unknown {
    const { key } = schema
    const row = this.source.getRow(key, pk)
    if (row === undefined || row.invalid) {
      return this.use(rowDependency(key, pk, row, this.version))
    }
    const cacheKey = schema.cacheWith ?? schema
    const known = this.cache.find(row.data, cacheKey, pk)
    if (known?.isValid(this, true) === true) return this.use(known)
    const value = this.build(
      { schemaKey: key, pk, schema: cacheKey, data: row.data },
      schema,
      known,
    )
    const [createdAs] = row.meta.createdAs ?? []
    if (createdAs !== undefined) noteRowKey(value, createdAs)
    return value
  }

  readIncludingInvalid(schema: RowSchema, pk: string): unknown {
    const { key } = schema
    const row = this.source.getRow(key, pk)
    if (row?.invalid !== true) return undefinedIfInvalid(this.row(schema, pk))
    this.use(rowDependency(key, pk, row, this.version))
    const { data } = row
    if (Object.keys(data).length === 0) return undefined
    const cacheKey = schema.cacheWith ?? schema
    const known = this.cache.find(data, cacheKey, pk)
    const value = known?.isUnchanged(this)
      ? known.value
      : this.build({ schemaKey: key, pk, schema: cacheKey, data }, schema, known)
    return undefinedIfInvalid(value)
  }

  argsKey(read: (args: readonly unknown[]) => string | undefined): string | undefined {
    const key = read(this.args)
    this.use(new ArgsDependency(read, key))
    return key
  }

  hasRow(schemaKey: string, pk: string): boolean {
    const row = this.source.getRow(schemaKey, pk)
    this.use(rowDependency(schemaKey, pk, row, this.version))
    return row !== undefined
  }

  createdAs(schemaKey: string, temporary: string): string | undefined {
    if (!isTemporaryKey(temporary)) return undefined
    this.use(tableDependency(schemaKey, this.version))
    return this.source.createdAs(schemaKey, temporary)
  }

  pks(schemaKey: string): readonly string[] | undefined {
    this.use(tableDependency(schemaKey, this.version))
    return this.source.keys(schemaKey)
  }

  find(schemaKey: string, field: string, value: unknown): string | undefined {
    this.use(tableDependency(schemaKey, this.version))
    return this.source.find(schemaKey, field, value)
  }

  /** The result that a response of this schema would have, inferred from the rows and the arguments. */
  query(schema: unknown): unknown {
    if (isSchemaObject(schema)) return schema.queryKey?.(this.args, this)
    // A literal is a type: what it stands for is known from a response alone.
    if (isLiteral(schema) || !isObject(schema)) return undefined
    const result: Record<string, unknown> = {}
    for (const [field, member] of Object.entries(schema)) {
      const found = this.query(member)
      if (found !== undefined && found !== INVALID) result[field] = found
    }
    return result
  }

  #visitObject(schema: object, input: unknown): unknown {
    if (!isObject(input)) return input
    const copy: Record<string, unknown> = { ...input }
    for (const [field, member] of Object.entries(schema) as [string, unknown][]) {
      if (!Object.hasOwn(copy, field)) continue
      const value = this.visit(member, copy[field])
      if (value === INVALID) return INVALID
      copy[field] = value
    }
    return Object.freeze(copy)
  }
}

function undefinedIfInvalid(value: unknown): unknown {
  return value === INVALID ? undefined : value
}
