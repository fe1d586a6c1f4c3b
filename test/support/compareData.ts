import { expect } from 'vitest'
import { converters, type Fields, type Kind, type Shape } from './randomSchemas'
import { nameOf, type Ref, type Universe } from './randomData'

/** Compares what was read with the data that it was made of, each entity once: it has to be one object. */
export class Comparison {
  readonly #universe: Universe
  /** The objects that stand for entities, by kind and primary key. */
  readonly entities = new Map<string, object>()

  constructor(universe: Universe) {
    this.#universe = universe
  }

  check(shape: Shape, found: unknown, value: unknown): void {
    if (value === null || value === undefined) return expect(found === value).toBe(true)
    switch (shape.kind) {
      case 'plain':
        return expect(found).toEqual(value)
      case 'convert':
        return expect(found).toEqual(converted(shape.by, value))
      case 'entity':
      case 'union':
        return this.#checkEntity(found, value as Ref)
      case 'list':
      case 'schema.Array':
        return this.#checkList(shape.member, found, value as unknown[])
      case 'values':
        return this.#checkMap(shape.member, found, value)
      case 'query':
        return this.check(shape.member, (found as { it: unknown }).it, value)
      case 'lazy':
        return expect(found).toEqual(stored(shape.member, value))
      case 'object':
        return this.#checkFields(shape.fields, found, value)
      case 'collection':
        return shape.isMap
          ? this.#checkMap(shape.member as Shape, found, value)
          : this.#checkList(shape.member as Shape, found, value as unknown[])
    }
  }

  #checkEntity(found: unknown, ref: Ref): void {
    const name = nameOf(ref)
    const known = this.entities.get(name)
    // Not `toBe`, which would print all of a graph.
    if (known !== undefined) return expect(found === known, `${name} is one object`).toBe(true)
    const { entity, fields } = this.#universe.kinds[ref.of] as Kind
    expect(found instanceof entity, `${name} is an instance`).toBe(true)
    this.entities.set(name, found as object)
    this.#checkFields(fields, found, this.#universe.dataOf(ref))
  }

  #checkList(member: Shape, found: unknown, value: readonly unknown[]): void {
    expect((found as unknown[]).length).toBe(value.length)
    for (const [at, it] of value.entries()) this.check(member, (found as unknown[])[at], it)
  }

  #checkMap(member: Shape, found: unknown, value: object): void {
    const shown = Object.entries(value).filter(([, it]) => it !== null && it !== undefined)
    expect(Object.keys(found as object).toSorted()).toEqual(shown.map(([key]) => key).toSorted())
    for (const [key, it] of shown) this.check(member, own(found, key), it)
  }

  #checkFields(fields: Fields, found: unknown, value: object): void {
    expect(Object.keys(found as object).toSorted()).toEqual(Object.keys(value).toSorted())
    for (const [name, it] of Object.entries(value)) {
      if (Object.hasOwn(fields, name)) this.check(fields[name] as Shape, own(found, name), it)
      else expect(own(found, name)).toEqual(it)
    }
  }
}

function own(object: unknown, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value
}

function converted(by: keyof typeof converters, value: unknown): unknown {
  const { schema } = converters[by]
  if (by === 'date' || by === 'money') {
    return Reflect.construct(schema as new (it: unknown) => object, [value])
  }
  return (schema as (it: unknown) => unknown)(value)
}

/** What is stored of some data, in place of which a Lazy shows nothing else. */
function stored(shape: Shape, value: unknown): unknown {
  if (value === null || value === undefined) return value
  switch (shape.kind) {
    case 'entity':
      return (value as Ref).pk
    case 'union':
      return { id: (value as Ref).pk, schema: `kind ${(value as Ref).of}` }
    case 'list':
    case 'schema.Array':
      return (value as unknown[]).map((it) => stored(shape.member, it))
    case 'values': {
      const shown = Object.entries(value).filter(([, it]) => it !== null)
      return Object.fromEntries(shown.map(([key, it]) => [key, stored(shape.member, it)]))
    }
    case 'query':
    case 'lazy':
      return stored(shape.member, value)
    case 'object': {
      const entries = Object.entries(value).map(([name, it]) => [
        name,
        Object.hasOwn(shape.fields, name) ? stored(shape.fields[name] as Shape, it) : it,
      ])
      return Object.fromEntries(entries) as object
    }
    default:
      return value
  }
}
