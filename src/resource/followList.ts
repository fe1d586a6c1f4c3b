import { findCollection } from '../endpoint/listMembers'
import type { Entity } from '../schema/Entity'
import { noteAddress } from '../schema/listName'
import type { Union } from '../schema/Union'
import type { AnyType } from '../util/anyType'
import { mapValues } from '../util/record'

type Member = typeof Entity | Union<AnyType>
type Place = 'front' | 'back'

/** An endpoint of a resource, as far as its schema may follow the list. */
interface Follower {
  readonly schema?: unknown
  extend?(options: object): Follower
}

type Followers = Readonly<Record<string, Follower>>

/** The endpoints of a resource, and those of their schemas that follow its list. */
export class ListFollowers {
  readonly endpoints: Followers
  readonly #entity: Member
  readonly #list: AnyType
  readonly #place: Place | undefined
  /** Those of `create` and `update`. */
  readonly #schemas: readonly unknown[]

  /** @param place of what is created in a list */
  constructor(
    entity: Member,
    endpoints: Followers,
    place?: Place,
    schemas: readonly unknown[] = ['create', 'update'].map((it) => endpoints[it]?.schema),
  ) {
    this.endpoints = endpoints
    this.#entity = entity
    this.#list = listOf(endpoints)
    this.#place = place
    this.#schemas = schemas
  }

  /** Other endpoints. If their list is another one of the same entities, schemas follow that the app has not replaced. */
  replaced(endpoints: Followers): ListFollowers {
    const list = listOf(endpoints)
    const isFollowed = list !== this.#list && list?.member.key === this.#entity.key
    const entity = this.#entity
    const place = this.#place
    if (!isFollowed) return new ListFollowers(entity, endpoints, place, this.#schemas)
    const schemas = changesOf(list, entity, place)
    const followed = mapValues(endpoints, (endpoint) => {
      const at = endpoint.schema === undefined ? -1 : this.#schemas.indexOf(endpoint.schema)
      return at < 0 ? endpoint : (endpoint.extend?.({ schema: schemas[at] }) ?? endpoint)
    })
    return new ListFollowers(entity, followed, place, schemas)
  }
}

function listOf({ getList }: Followers): AnyType {
  return findCollection(getList?.schema)
}

/** The schemas of `create` and `update` for a list, which bring whole entities where it shows parts of them. */
function changesOf(list: AnyType, entity: Member, place: Place | undefined): readonly unknown[] {
  const { push, assign, unshift, update } = wholeList(list, entity)
  return [place === 'front' ? unshift : (push ?? assign), update]
}

function wholeList(list: AnyType, entity: Member): AnyType {
  if (list.member === entity) return list
  const whole = Object.create(list as object, { member: { value: entity } })
  noteAddress(whole, list.address as string)
  return whole
}
