import type { Random } from './Random'
import { converters, type Fields, hostileKeys, type Kind, type Shape } from './randomSchemas'

/** Which entity a part of some data is. */
export interface Ref {
  readonly of: number
  readonly pk: string
}

type Data = Readonly<Record<string, unknown>>

/** The kinds that a whole object may lack. */
const OPTIONAL: ReadonlySet<Shape['kind']> = new Set(['plain', 'convert', 'query', 'lazy'])

/** Entities of random kinds with all their data, each referring to others as a `Ref`. */
export class Universe {
  readonly kinds: readonly Kind[]
  readonly #random: Random
  readonly #pks: readonly string[]
  readonly #data = new Map<string, Data>()
  /** Entities that come again are the same object, and not their primary key. */
  readonly #isCircular: boolean
  readonly #written = new Map<string, object>()

  constructor(random: Random, kinds: readonly Kind[], pks: readonly string[] = hostileKeys) {
    this.#random = random
    this.kinds = kinds
    this.#pks = random.shuffle(pks).slice(0, random.size)
    this.#isCircular = random.once(2)
  }

  /** The data of an entity, created at its first use. */
  dataOf({ of, pk }: Ref): Data {
    const name = nameOf({ of, pk })
    const known = this.#data.get(name)
    if (known !== undefined) return known
    const data: Record<string, unknown> = { id: pk, type: `kind ${of}` }
    this.#data.set(name, data)
    for (const [field, shape] of Object.entries((this.kinds[of] as Kind).fields)) {
      if (!this.#random.once(6)) data[field] = this.value(shape)
    }
    if (this.#random.once(2)) data['more'] = this.#plain()
    return data
  }

  /**
   * Some data that fits a shape.
   * @param isWhole whether objects have all of their parts: those of a response that are in no list, map or entity
   */
  value(shape: Shape, isNeeded = false, isWhole = isNeeded): unknown {
    if (!isNeeded && this.#random.once(8)) return null
    switch (shape.kind) {
      case 'plain':
        return this.#plain()
      case 'convert':
        return this.#random.pick<unknown>(converters[shape.by].values)
      case 'entity':
        return this.#ref(shape.of)
      case 'union':
        return this.#ref(this.#random.pick(shape.of))
      case 'list':
      case 'schema.Array':
        return this.#random.many(3, () => this.value(shape.member))
      case 'values':
        return this.#map(() => this.value(shape.member))
      case 'query':
      case 'lazy':
        return this.value(shape.member, true)
      case 'object':
        return this.#object(shape.fields, isWhole)
      case 'collection':
        return this.#collection(shape.isMap, shape.member as Shape)
    }
  }

  /** The data as a server would send it: each entity whole where it comes first. */
  write(shape: Shape, value: unknown): unknown {
    if (value === null || value === undefined) return value
    switch (shape.kind) {
      case 'plain':
      case 'convert':
        return value
      case 'entity':
      case 'union':
        return this.#writeEntity(value as Ref, shape.kind === 'union')
      case 'query':
      case 'lazy':
        return this.write(shape.member, value)
      case 'object':
        return mapValues(value, (it, name) => this.#writeField(shape.fields, name, it))
      default:
        return mapValues(value, (it) => this.write(shape.member as Shape, it))
    }
  }

  #writeEntity(ref: Ref, mustSay: boolean): unknown {
    const known = this.#written.get(nameOf(ref))
    if (known !== undefined) {
      if (this.#isCircular) return known
      return mustSay ? { id: ref.pk, type: `kind ${ref.of}` } : ref.pk
    }
    const written: Record<string, unknown> = {}
    this.#written.set(nameOf(ref), written)
    const { fields } = this.kinds[ref.of] as Kind
    for (const [field, value] of Object.entries(this.dataOf(ref))) {
      written[field] = this.#writeField(fields, field, value)
    }
    return written
  }

  #writeField(fields: Fields, name: string, value: unknown): unknown {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
    return shape === undefined ? value : this.write(shape, value)
  }

  #ref(of: number): Ref {
    return { of, pk: this.#random.pick(this.#pks) }
  }

  #collection(isMap: boolean, member: Shape): unknown {
    if (isMap) return this.#map(() => this.value(member, true))
    const refs = this.#random.many(4, () => this.value(member, true) as Ref)
    return [...new Map(refs.map((ref) => [nameOf(ref), ref])).values()]
  }

  #map(value: () => unknown): object {
    const keys = this.#random.shuffle([...hostileKeys, '']).slice(0, this.#random.below(4))
    return Object.fromEntries(keys.map((key) => [key, value()]))
  }

  #object(fields: Fields, isWhole: boolean): object {
    const given = Object.entries(fields).filter(
      ([, { kind }]) => (isWhole && !OPTIONAL.has(kind)) || !this.#random.once(6),
    )
    const known = given.map(([name, shape]) => [name, this.value(shape, false, isWhole)] as const)
    return Object.fromEntries([['undeclared', this.#plain()] as const, ...known])
  }

  /** Plain JSON data, with keys that hurt. */
  #plain(depth = 2): unknown {
    const { pick, many } = bound(this.#random)
    const kind = depth === 0 ? 9 : this.#random.below(6)
    if (kind === 0) return many(2, () => this.#plain(depth - 1))
    if (kind > 1) return pick(['', 'text', 0, 1.5, true, false, null])
    return Object.fromEntries(many(2, () => [pick(plainKeys), this.#plain(depth - 1)]))
  }
}

const plainKeys = ['a', '__proto__', 'constructor', 'id', 'schema', '']

function bound(random: Random): Pick<Random, 'pick' | 'many'> {
  return { pick: random.pick.bind(random), many: random.many.bind(random) }
}

/** A text that distinguishes entities. */
export function nameOf({ of, pk }: Ref): string {
  return `${of} ${pk}`
}

function mapValues(value: object, change: (it: unknown, name: string) => unknown): object {
  if (Array.isArray(value)) return value.map((it, at) => change(it, String(at)))
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, change(it, name)]))
}
