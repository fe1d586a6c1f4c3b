import { Collection, Entity, Union } from 'rtk-rest'
import type { Denormalize } from 'rtk-rest'
import type { DenormalizeNullable, Normalize, SchemaArgs } from 'rtk-rest/types'
import { controller } from './store'

class User extends Entity {
  id = ''
  readonly type = 'user'
  static override key = 'User'
}

class Team extends Entity {
  id = ''
  readonly type = 'team'
  static override key = 'Team'
}

const owner = new Union({ user: User, team: Team }, 'type')
const page = { owners: new Collection([owner]), total: 0 }

// The data of a reader if all of it is present: { owners: (User | Team)[]; total: number }
const seen: Denormalize<typeof page> = { owners: [User.fromJS({ id: '7' })], total: 1 }

// The same if parts may be missing: { owners: (User | Team)[] | undefined; total: number | undefined }
const partly: DenormalizeNullable<typeof page> = { owners: undefined, total: undefined }

// The stored data: { owners: string; total: number }, the key of the list's row and the number
const stored: Normalize<typeof page> = { owners: '{}', total: 1 }
const reference: Normalize<typeof owner> = { id: '7', schema: 'user' }

// The arguments of a lookup
const args: SchemaArgs<typeof owner> = [{ id: '7', type: 'user' }]
console.info(controller.get(owner, ...args)) // undefined
console.info(seen.owners.length, partly.total, stored.owners, reference.schema) // 1 undefined {} user
