import type { Kind, Shape } from '../data'

/** What `defineKinds` gives: the class of each kind. */
export type Kinds<Base> = Readonly<Record<Kind, Base>>

const defined = new WeakMap<object, Map<Shape, unknown>>()

/**
 * The classes of a shape over a library's Entity: the same for each of them, written as its users would, and made once, as
 * a program does; a class per store would be measured as what engines make of thousands of classes.
 */
export function defineKinds<Base extends new () => object>(
  entity: Base,
  shape: Shape,
): Kinds<Base> {
  const shapes = defined.get(entity) ?? new Map<Shape, unknown>()
  defined.set(entity, shapes)
  if (!shapes.has(shape)) shapes.set(shape, makeKinds(entity, shape))
  return shapes.get(shape) as Kinds<Base>
}

function makeKinds<Base extends new () => object>(entity: Base, shape: Shape): Kinds<Base> {
  const Entity: new () => object = entity
  const kinds = { Issue: issueOver(Entity), Pull: pullOver(Entity), ...partsOver(Entity) }
  for (const [name, kind] of Object.entries(kinds)) {
    const refs = Object.entries(shape.refs[name as Kind] ?? {})
    const schema = refs.map(([field, target]) => [
      field,
      typeof target === 'string' ? kinds[target] : [kinds[target[0]]],
    ])
    Object.assign(kind, { key: name, schema: Object.fromEntries(schema) as object })
  }
  return kinds as unknown as Kinds<Base>
}

function issueOver(Entity: new () => object) {
  return class Issue extends Entity {
    id = ''
    number = 0
    title = ''
    body = ''
    state = 'open'
    comments = 0
    locked = false
    html_url = ''
    reactions = 0
    author_association = ''
    created_at = ''
    updated_at = ''
    closed_at: string | null = null
    user: object | undefined = undefined
    labels: readonly object[] = []
    milestone: object | undefined = undefined
  }
}

function pullOver(Entity: new () => object) {
  return class Pull extends Entity {
    id = ''
    number = 0
    title = ''
    body = ''
    state = 'open'
    merged_at: string | null = null
    user: object | undefined = undefined
  }
}

function partsOver(Entity: new () => object) {
  class User extends Entity {
    id = ''
    login = ''
    avatar_url = ''
    team: object | undefined = undefined
  }
  class Label extends Entity {
    id = ''
    name = ''
    color = ''
  }
  class Milestone extends Entity {
    id = ''
    title = ''
    due_on = ''
    creator: object | undefined = undefined
  }
  class Team extends Entity {
    id = ''
    name = ''
  }
  return { User, Label, Milestone, Team }
}
