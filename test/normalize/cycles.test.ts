import { Collection, denormalize, Entity, normalize, type Schema } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { row } from '../schema/rows'

class Person extends Entity {
  id = ''
  name = ''
  friend: Person | undefined = undefined
  children: readonly Person[] = []
  static override key = 'Person'
  static override schema: Record<string, Schema> = {}
}
Object.assign(Person.schema, { friend: Person, children: [Person] })

interface Input {
  id: string
  name?: string
  friend?: Input
  children?: Input[]
}

describe('a circular response', () => {
  it('is stored if an entity contains itself', () => {
    const ada: Input = { id: 'a' }
    ada.friend = ada
    const { result, entities } = normalize(Person, ada)
    expect(result).toBe('a')
    expect(entities).toEqual({ Person: { a: row({ id: 'a', friend: 'a' }) } })
    const read = denormalize(Person, 'a', entities)
    expect(read?.friend).toBe(read)
  })

  it('is stored if entities contain each other', () => {
    const ada: Input = { id: 'a' }
    const bob: Input = { id: 'b', friend: ada, children: [ada] }
    Object.assign(ada, { friend: bob, children: [bob, ada] })
    const { entities } = normalize([Person], [ada, bob])
    const [a, b] = denormalize([Person], ['a', 'b'], entities) ?? []
    expect(a?.friend).toBe(b)
    expect(b?.friend).toBe(a)
    expect(a?.children).toEqual([b, a])
    expect(b?.children[0]).toBe(a)
    expect(a?.friend?.friend?.friend).toBe(b)
  })

  it('is stored if a list is a field of its own members', () => {
    class Node extends Entity {
      id = ''
      all: readonly Node[] = []
      static override key = 'Node'
      static override schema: Record<string, Schema> = {}
    }
    const nodes = new Collection([Node], { argsKey: () => ({}), nestKey: () => ({}) })
    Object.assign(Node.schema, { all: nodes })
    const first: { id: string; all?: unknown[] } = { id: '1' }
    const list = [first]
    first.all = list
    const { result, entities } = normalize(nodes, list)
    const read = denormalize(nodes, result, entities)
    expect(read).toHaveLength(1)
    expect(read?.[0]?.all).toBe(read)
  })
})

describe('a cycle of rows', () => {
  it('is read as a cycle of objects from any of its rows', () => {
    const Rows = {
      a: row({ id: 'a', friend: 'b' }),
      b: row({ id: 'b', friend: 'c' }),
      c: row({ id: 'c', friend: 'a', children: ['a', 'b'] }),
    }
    for (const pk of ['a', 'b', 'c']) {
      const read = denormalize(Person, pk, { Person: Rows })
      expect(read?.friend?.friend?.friend).toBe(read)
      expect(read?.friend).not.toBe(read)
    }
    const [a, b, c] = denormalize([Person], ['a', 'b', 'c'], { Person: Rows }) ?? []
    expect([a?.friend, b?.friend, c?.friend]).toEqual([b, c, a])
    expect(c?.children[1]).toBe(b)
  })
})

describe('a cycle that contains an invalid entity', () => {
  class Left extends Entity {
    id = ''
    right: Right | undefined = undefined
    static override key = 'Left'
    static override schema: Record<string, Schema> = {}
  }
  class Right extends Entity {
    id = ''
    left: Left = Left.fromJS({ id: 'default' })
    owner: Person = Person.fromJS({ id: 'default' })
    static override key = 'Right'
    static override schema = { left: Left, owner: Person }
  }
  Object.assign(Left.schema, { right: Right })

  // The right one cannot do without its owner, who is invalid; the left one can do without the right one.
  const entities = {
    Left: { l: row({ id: 'l', right: 'r' }) },
    Right: { r: row({ id: 'r', left: 'l', owner: 'o' }) },
    Person: { o: row({ id: 'o' }, true) },
  }

  it('is read without the invalid entity if its field is optional', () => {
    const left = denormalize(Left, 'l', entities)
    expect(left).toBeInstanceOf(Left)
    expect(left?.right).toBeUndefined()
  })

  it('is undefined if the invalid entity is the root', () => {
    expect(denormalize(Right, 'r', entities)).toBeUndefined()
  })

  it('is read with the same result in any order', () => {
    const schema = { l: Left, again: Left }
    expect(denormalize(schema, { l: 'l', again: 'l' }, entities)).toMatchObject({
      l: { id: 'l', right: undefined },
      again: { id: 'l', right: undefined },
    })
    expect(denormalize([Right], ['r'], entities)).toEqual([])
    const both = denormalize([{ l: Left, r: Right }], [{ l: 'l' }, { l: 'l', r: 'r' }], entities)
    expect(both).toHaveLength(1)
    expect(both?.[0]?.l?.right).toBeUndefined()
  })

  it('is undefined if every member requires the next', () => {
    class Link extends Entity {
      id = ''
      next: Link | { readonly needed: true } = { needed: true }
      static override key = 'Link'
      static override schema: Record<string, Schema> = {}
    }
    Object.assign(Link.schema, { next: Link })
    const rows = {
      a: row({ id: 'a', next: 'b' }),
      b: row({ id: 'b', next: 'c' }),
      c: row({ id: 'c', next: 'a' }),
      d: row({ id: 'd', next: 'x' }),
      x: row({ id: 'x' }, true),
    }
    expect(denormalize([Link], ['a', 'b', 'c'], { Link: rows })).toHaveLength(3)
    const broken = { ...rows, c: row({ id: 'c', next: 'd' }) }
    expect(denormalize([Link], ['a', 'b', 'c', 'd'], { Link: broken })).toEqual([])
    expect(denormalize(Link, 'a', { Link: { ...broken, d: row({ id: 'd', next: 'a' }) } })).toEqual(
      expect.objectContaining({ id: 'a' }),
    )
  })
})

describe('a long chain', () => {
  const SIZE = 500
  /** People each of whom is the friend of the one before, nested as deep as there are people. */
  function nested(size: number): Input {
    let person: Input = { id: String(size) }
    for (let at = size - 1; at > 0; at--) person = { id: String(at), friend: person }
    return person
  }

  it('of rows is read to its end', () => {
    const ids = Array.from({ length: SIZE }, (_, at) => String(at))
    const rows = Object.fromEntries(
      ids.map((id, at) => [
        id,
        row({ id, friend: ids[at + 1], children: at > 0 ? [ids[at - 1]] : [] }),
      ]),
    )
    const first = denormalize(Person, '0', { Person: rows })
    expect(first?.friend?.friend?.id).toBe('2')
    expect(first?.friend?.children[0]).toBe(first)
  })

  it('of 500 levels in a response is stored', () => {
    const { entities } = normalize(Person, nested(500))
    expect(Object.keys(entities['Person'] ?? {})).toHaveLength(500)
  })

  it('of 100,000 levels in a response throws a SchemaError, not a stack overflow', () => {
    const deep = nested(100_000)
    expect(() => normalize(Person, deep)).toThrow(
      expect.objectContaining({ name: 'SchemaError', code: 'INVALID_RESPONSE' }),
    )
    let list: unknown = []
    for (let at = 0; at < 100_000; at++) list = [list]
    expect(() => normalize(undefined, list)).toThrow(
      expect.objectContaining({ name: 'SchemaError', code: 'INVALID_RESPONSE' }),
    )
  })

  it('in a response that is too deep throws an error with a short path', () => {
    expect(() => normalize(Person, nested(100_000))).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{1,2000}$/s) as string }),
    )
  })
})
