import {
  Collection,
  Entity,
  type EntityRow,
  Query,
  type Schema,
  schema,
  Union,
  Values,
} from 'rtk-rest'
import { row } from '../schema/rows'
import type { Random } from './Random'

/** A schema tree, for who works out by hand what must not be shown. */
type Tree = (
  | { readonly kind: 'entity' | 'union'; readonly of: readonly number[] }
  | { readonly kind: 'list' | 'values' | 'query'; readonly member: Tree }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Tree>> }
  | {
      readonly kind: 'collection'
      readonly isMap: boolean
      readonly member: Tree
      readonly table: string
    }
) & { readonly schema: Schema }

interface Kind {
  readonly entity: typeof Entity
  readonly fields: Readonly<Record<string, { readonly tree: Tree; readonly isRequired: boolean }>>
}

const MUST_NOT = Symbol('must not be shown')
const PKS = ['0', '1', '2', '3', 'missing'] as const
const NEEDED = { needed: true }

/** Random schemas and rows, some of them invalid or missing, and a naive reader of them. */
export class InvalidModel {
  readonly tables: Record<string, Record<string, EntityRow>> = {}
  readonly root: Tree
  readonly #random: Random
  readonly #kinds: Kind[] = []
  #collections = 0

  constructor(random: Random) {
    this.#random = random
    // Each kind refers to those that were made before it.
    for (let at = 0; at < 3; at++) this.#kinds.push(this.#newKind(at))
    for (const [at, { entity, fields }] of this.#kinds.entries()) {
      this.tables[entity.key] = this.#rows(() => {
        const given = Object.entries(fields).filter(() => !random.once(6))
        return Object.fromEntries(given.map(([name, { tree }]) => [name, this.stored(tree)]))
      }, at)
    }
    this.root = this.#tree(3, 3)
  }

  /** What could be stored for a schema. */
  stored(tree: Tree): unknown {
    const random = this.#random
    if (random.once(9)) return null
    switch (tree.kind) {
      case 'entity':
        return random.pick(PKS)
      case 'union':
        return { id: random.pick(PKS), schema: `kind ${random.pick(tree.of)}` }
      case 'list':
        return random.many(4, () => this.stored(tree.member))
      case 'values':
        return Object.fromEntries(random.many(3, (at) => [`key ${at}`, this.stored(tree.member)]))
      case 'query':
        return this.stored(tree.member)
      case 'object': {
        const given = Object.entries(tree.fields).filter(() => !random.once(6))
        return Object.fromEntries(given.map(([name, it]) => [name, this.stored(it)]))
      }
      case 'collection':
        return random.pick(PKS)
    }
  }

  /** What is shown of what is stored: the rules of `docs` for invalid and missing rows. */
  shown(tree: Tree, stored: unknown): unknown {
    const value = this.read(tree, stored)
    return value === MUST_NOT ? undefined : value
  }

  read(tree: Tree, stored: unknown): unknown {
    if (stored === null || stored === undefined) return stored
    switch (tree.kind) {
      case 'entity':
        return this.#entity(tree.of[0] as number, stored as string)
      case 'union': {
        const { id, schema: name } = stored as { id: string; schema: string }
        return this.#entity(Number(name.slice('kind '.length)), id)
      }
      case 'list':
        return this.#list(tree.member, stored as unknown[])
      case 'values':
        return this.#values(tree.member, stored)
      case 'query': {
        const it = this.read(tree.member, stored)
        return it === MUST_NOT || it === undefined ? it : { it }
      }
      case 'object':
        return this.#object(tree.fields, stored)
      case 'collection': {
        const found = this.tables[tree.table]?.[stored as string]
        if (found === undefined) return undefined
        if (found.invalid) return MUST_NOT
        return tree.isMap
          ? this.#values(tree.member, found.data)
          : this.#list(tree.member, found.data as unknown[])
      }
    }
  }

  #entity(of: number, pk: string): unknown {
    const { entity, fields } = this.#kinds[of] as Kind
    const found = this.tables[entity.key]?.[pk]
    if (found === undefined) return undefined
    if (found.invalid) return MUST_NOT
    const data = found.data as Readonly<Record<string, unknown>>
    const shown: Record<string, unknown> = { id: data['id'] }
    for (const [name, { tree, isRequired }] of Object.entries(fields)) {
      const value = Object.hasOwn(data, name)
        ? this.read(tree, data[name])
        : isRequired
          ? NEEDED
          : undefined
      if (value === MUST_NOT && isRequired) return MUST_NOT
      shown[name] = value === MUST_NOT ? undefined : value
    }
    return shown
  }

  #list(member: Tree, stored: readonly unknown[]): unknown {
    return stored
      .map((it) => this.read(member, it))
      .filter((it) => it !== MUST_NOT && it !== undefined)
  }

  #values(member: Tree, stored: object): unknown {
    const read = Object.entries(stored).map(([key, it]) => [key, this.read(member, it)] as const)
    return Object.fromEntries(
      read.filter(([, it]) => it !== MUST_NOT && it !== undefined && it !== null),
    )
  }

  #object(fields: Readonly<Record<string, Tree>>, stored: object): unknown {
    const read = Object.entries(stored).map(
      ([name, it]) => [name, this.read(fields[name] as Tree, it)] as const,
    )
    return read.some(([, it]) => it === MUST_NOT) ? MUST_NOT : Object.fromEntries(read)
  }

  #rows(make: (pk: string) => object, of: number): Record<string, EntityRow> {
    const pks = PKS.filter((pk) => pk !== 'missing' && !this.#random.once(6))
    return Object.fromEntries(
      pks.map((pk) => {
        const data = of < 0 ? make(pk) : { id: pk, ...make(pk) }
        return [pk, row(data, this.#random.once(5))]
      }),
    )
  }

  #newKind(at: number): Kind {
    const names = this.#random.many(3, (it) => `field ${it}`)
    const fields = Object.fromEntries(
      names.map((name) => [name, { tree: this.#tree(2, at), isRequired: this.#random.once(2) }]),
    )
    class Drawn extends Entity {
      id = ''
      static override key = `Kind ${at}`
      static override schema = Object.fromEntries(names.map((it) => [it, fields[it]?.tree.schema]))
      constructor() {
        super()
        for (const it of names) Reflect.set(this, it, fields[it]?.isRequired ? NEEDED : undefined)
      }
    }
    return { entity: Drawn, fields }
  }

  /** A tree that refers to kinds below `end`. */
  #tree(depth: number, end: number): Tree {
    const leaves = end === 0 ? (['object'] as const) : (['entity', 'entity', 'union'] as const)
    const branches = ['list', 'values', 'query', 'object', 'object'] as const
    const kind = this.#random.pick(depth === 0 ? leaves : [...leaves, ...branches])
    if (end > 0 && this.#random.once(6)) return this.#collection(end)
    switch (kind) {
      case 'entity':
      case 'union':
        return this.#reference(kind, end)
      case 'object': {
        const names = depth === 0 ? [] : this.#random.many(3, (at) => `part ${at}`)
        const fields = Object.fromEntries(names.map((it) => [it, this.#tree(depth - 1, end)]))
        const schemas = Object.fromEntries(names.map((it) => [it, fields[it]?.schema]))
        return { kind, fields, schema: this.#random.once(2) ? schemas : new schema.Object(schemas) }
      }
      default: {
        const member = this.#tree(depth - 1, end)
        return { kind, member, schema: wrap[kind](member.schema) }
      }
    }
  }

  #reference(kind: 'entity' | 'union', end: number): Tree {
    const of = [this.#random.below(end), this.#random.below(end)]
    if (kind === 'entity')
      return { kind, of, schema: (this.#kinds[of[0] as number] as Kind).entity }
    const map = Object.fromEntries(of.map((at) => [`kind ${at}`, (this.#kinds[at] as Kind).entity]))
    return { kind, of, schema: new Union(map, 'type') }
  }

  #collection(end: number): Tree {
    const member = this.#reference(this.#random.pick(['entity', 'union']), end)
    const isMap = this.#random.once(2)
    const members = isMap ? new Values(member.schema) : new schema.Array(member.schema)
    const collection = new Collection(members)
    const table = `${collection.key} ${this.#collections++}`
    Object.defineProperty(collection, 'key', { value: table })
    this.tables[table] = this.#rows(() => {
      const refs = this.#random.many(4, () => this.stored(member)).filter((it) => it !== null)
      return isMap ? Object.fromEntries(refs.map((ref, at) => [`key ${at}`, ref])) : refs
    }, -1)
    return { kind: 'collection', isMap, member, table, schema: collection }
  }
}

const wrap = {
  list: (member: Schema): Schema => [member],
  values: (member: Schema): Schema => new Values(member),
  query: (member: Schema): Schema => new Query(member, (it: unknown) => ({ it })),
}
