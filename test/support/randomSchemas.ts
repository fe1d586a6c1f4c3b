import { Collection, Entity, Lazy, Query, type Schema, schema, Union, Values } from 'rtk-rest'
import type { Random } from './Random'

type Plain = { readonly kind: 'plain' }
type One = { readonly kind: 'entity'; readonly of: number }
type Many = { readonly kind: 'union'; readonly of: readonly number[] }
type Wrapper = 'list' | 'schema.Array' | 'values' | 'query' | 'lazy'

/** The kind of a schema, for callers that cannot inspect it. */
export type Shape = (
  | Plain
  | One
  | Many
  | { readonly kind: Wrapper; readonly member: Shape }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Shape>> }
  | { readonly kind: 'convert'; readonly by: keyof typeof converters }
  | { readonly kind: 'collection'; readonly isMap: boolean; readonly member: One | Many }
) & { readonly schema: Schema }

export type Fields = Readonly<Record<string, Shape>>

/** A class of a random schema graph, and what its fields are. */
export interface Kind {
  readonly entity: typeof Entity
  readonly name: string
  fields: Fields
}

class Money {
  readonly cents: number
  constructor(cents: number) {
    this.cents = cents
  }
}

/** Converters, with the values that they take. */
export const converters = {
  date: { schema: Date, values: ['2026-01-01T00:00:00.000Z', '1999-12-31'] },
  money: { schema: Money, values: [0, 5, 99] },
  number: { schema: Number, values: ['1', '-2.5', '0'] },
  upper: {
    schema: (it: string) => it.toUpperCase(),
    values: ['', 'a', '__proto__'],
  },
} as const

const converterNames = ['date', 'money', 'number', 'upper'] as const

/** Keys that no object has by chance, and that break what is careless with objects. */
export const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '0',
  '-1',
  '1e3',
  ' ',
  'a|b',
  '["x"]',
  'x'.repeat(300),
] as const

const fieldNames = ['toString', 'constructor', 'a b', '0', '', 'schema'] as const
const tableNames = ['User', '__proto__', 'constructor', '', 'a|b'] as const

/** Some entity classes that refer to each other in any way. */
export function drawKinds(random: Random): readonly Kind[] {
  const kinds = random.many(4, (at) => newKind(nameFrom(random, tableNames, at)), 1)
  for (const kind of kinds) {
    kind.fields = drawFields(random, kinds, 2, kind)
    kind.entity.schema = schemasOf(kind.fields)
  }
  return kinds
}

function newKind(name: string): Kind {
  class Drawn extends Entity {
    static override key = name
    static override schema: Record<string, Schema> = {}
  }
  return { entity: Drawn, name, fields: {} }
}

/** A schema for a whole response; `mark` distinguishes its lists from those of other responses. */
export function drawRoot(random: Random, kinds: readonly Kind[], mark = ''): Shape {
  const fields: Record<string, Shape> = {}
  for (const name of random.many(3, (at) => nameFrom(random, fieldNames, at), 1)) {
    fields[name] = random.once(4)
      ? drawCollection(random, kinds, { argsKey: () => ({ mark, name }) })
      : drawShape(random, kinds, 3)
  }
  return objectOf(random, fields)
}

/** A hostile name, which is another at each place. */
function nameFrom(random: Random, names: readonly string[], at: number): string {
  const name = random.pick(names)
  return at === 0 ? name : `${name}${at}`
}

function drawShape(random: Random, kinds: readonly Kind[], depth: number): Shape {
  const kind = random.pick(depth === 0 ? leaves : [...leaves, ...branches])
  switch (kind) {
    case 'plain':
      return { kind, schema: random.pick(['', 0, false] as const) }
    case 'entity':
    case 'union':
      return drawMember(random, kinds, kind)
    case 'convert': {
      const by = random.pick(converterNames)
      return { kind, by, schema: converters[by].schema }
    }
    case 'object':
      return objectOf(random, drawFields(random, kinds, depth - 1))
    default: {
      const member = drawShape(random, kinds, depth - 1)
      return { kind, member, schema: wrap[kind](member.schema) }
    }
  }
}

const leaves = ['plain', 'entity', 'entity', 'union', 'convert'] as const
const branches = ['list', 'list', 'schema.Array', 'values', 'query', 'object', 'object'] as const

const wrap: Record<Wrapper, (member: Schema) => Schema> = {
  list: (member) => [member],
  'schema.Array': (member) => new schema.Array(member),
  values: (member) => new Values(member),
  query: (member) => new Query(member, (it: unknown) => ({ it })),
  lazy: (member) => new Lazy(member),
}

function drawMember(
  random: Random,
  kinds: readonly Kind[],
  kind: 'entity' | 'union',
): (One | Many) & { readonly schema: typeof Entity | Union } {
  const of = random.below(kinds.length)
  if (kind === 'entity') return { kind, of, schema: (kinds[of] as Kind).entity }
  const all = [...new Set([of, random.below(kinds.length)])]
  const map = Object.fromEntries(all.map((at) => [`kind ${at}`, (kinds[at] as Kind).entity]))
  return { kind, of: all, schema: new Union(map, 'type') }
}

function drawCollection(
  random: Random,
  kinds: readonly Kind[],
  options: ConstructorParameters<typeof Collection>[1],
): Shape {
  const member = drawMember(random, kinds, random.pick(['entity', 'union']))
  const isMap = random.once(2)
  const members = isMap ? new Values(member.schema) : new schema.Array(member.schema)
  return { kind: 'collection', isMap, member, schema: new Collection(members, options) }
}

function drawFields(random: Random, kinds: readonly Kind[], depth: number, within?: Kind): Fields {
  const fields: Record<string, Shape> = {}
  for (const name of random.many(3, (at) => nameFrom(random, fieldNames, at))) {
    const nestKey = (parent: { id: string }) => ({ id: parent.id, kind: within?.name, name })
    const isSpecial = within !== undefined && random.once(3)
    if (!isSpecial) fields[name] = drawShape(random, kinds, depth)
    else if (random.once(2)) fields[name] = drawCollection(random, kinds, { nestKey })
    else {
      const member = drawShape(random, kinds, depth)
      fields[name] = { kind: 'lazy', member, schema: wrap.lazy(member.schema) }
    }
  }
  return fields
}

function objectOf(random: Random, fields: Fields): Shape {
  const schemas = schemasOf(fields)
  const isLong = random.once(2)
  return { kind: 'object', fields, schema: isLong ? new schema.Object(schemas) : schemas }
}

function schemasOf(fields: Fields): Record<string, Schema> {
  return Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, shape.schema]))
}
