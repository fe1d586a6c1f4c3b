import {
  All,
  Collection,
  Entity,
  EntityMixin,
  Invalidate,
  Lazy,
  Query,
  Scalar,
  schema,
  Union,
  unshift,
  Values,
} from 'rtk-rest'

// Every kind of schema, exported by inference alone.

export class User extends Entity {
  id = ''
  name = ''
  age = 0
  static override key = 'User'
}

export class Group extends Entity {
  id = ''
  type = 'group' as const
  members: readonly User[] = []
  static override key = 'Group'
  static override schema = { members: new Collection([User]) }
}

class Team {
  id = ''
  title = ''
}

export class TeamEntity extends EntityMixin(Team, { key: 'Team' }) {}
export const MixedTeam = EntityMixin(Team, { key: 'MixedTeam' })

export const users = new Collection([User])
export const teams = new Collection(new schema.Array(TeamEntity))
export const byName = new Collection(new Values(User))
export const owner = new Union({ user: User, group: Group }, 'type')
export const owners = new Collection([owner])
export const { push: append, unshift: prepend, remove: takeOut, move: transfer } = users
export const { assign: put } = byName
export const added = users.addWith(unshift)
export const moved = users.moveWith(unshift)
export const all = new All(User)
export const adults = new Query(users, (found: readonly User[]) =>
  found.filter(({ age }) => age > 17),
)
export const lazyGroup = new Lazy(Group)
export const gone = new Invalidate(User)
export const anyGone = new Invalidate({ user: User, group: Group }, 'type')
export const page = new schema.Object({ users, next: '' })
export const price = new Scalar({ lens: ([id]) => String(id), key: 'price', entity: User })
