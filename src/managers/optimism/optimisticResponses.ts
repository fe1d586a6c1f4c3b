import type { SnapshotReader } from '../../endpoint/contract'
import type { RestEndpoint } from '../../endpoint/RestEndpoint'
import type { Entity } from '../../schema/Entity'
import { usablePk } from '../../schema/entityRef'
import { attempt, isObject } from '../../util/checks'
import { lastOf } from '../../util/collections'
import { formFields, pick } from '../../util/record'
import type { AnyType } from '../../util/anyType'
import { isObjectLiteral } from './temporaryArguments'

type Response = (this: RestEndpoint, snap: SnapshotReader, ...args: AnyType[]) => unknown

/** What the server of a resource will probably respond: to a creation the body, and to a deletion the entity. */
export function optimisticResponses(
  schema: AnyType,
  movePath: string,
): { readonly [Member in 'member' | 'update' | 'delete']: Response } {
  const known = (snap: SnapshotReader, params: unknown): Entity => {
    const entity = snap.get(schema, params) as Entity | undefined
    // What has no primary key yet is no row that a response could name.
    if (entity === undefined || usablePk(entity.pk()) === undefined) throw snap.abort
    return entity
  }
  const update: Response = (snap, params, body) => ({
    ...keyFields(known(snap, params), params),
    ...fieldsOf(schema, body, snap),
  })
  const member: Response = function (snap, ...args) {
    const isMove = this.method === 'PATCH' && this.path === movePath
    return isMove ? update.apply(this, [snap, ...args]) : newMember(schema, args, snap)
  }
  const remove: Response = (snap, params) => known(snap, params)
  // None depends on what else is in the row.
  for (const it of [update, member, remove]) Object.assign(it, { isPatch: true })
  return { update, delete: remove, member }
}

/** What is put on a list: the body, and those parameters of the list that are fields of its entities. */
function newMember(schema: typeof Entity, args: readonly unknown[], snap: SnapshotReader) {
  const fields = fieldsOf(schema, lastOf(args), snap)
  const [params] = args
  if (args.length < 2 || !isObject(params)) return fields
  const names = Object.keys(params).filter((name) => Object.hasOwn(schema.defaults ?? {}, name))
  const isKey = (some: readonly string[]): boolean =>
    usablePk(attempt(() => schema.pk(pick(params, some)))) !== undefined
  // Parameters such as those of `/tasks/:id/replies` name another entity.
  const isOther = (name: string): boolean =>
    isKey(names) && !isKey(names.filter((it) => it !== name))
  const known = pick(
    params,
    names.filter((name) => !isOther(name)),
  )
  const addKnown = (it: unknown): unknown => (isObject(it) ? { ...known, ...it } : it)
  return Array.isArray(fields) ? fields.map(addKnown) : addKnown(fields)
}

/** The fields of a body; of a form its texts. */
function fieldsOf(schema: Partial<typeof Entity>, body: unknown, snap: SnapshotReader): object {
  if (body instanceof FormData) {
    const { defaults = {} } = schema
    // A component would fail for a text in place of a number or a list.
    const isText = (name: string, value: unknown): boolean =>
      typeof value === 'string' && typeof (defaults[name] ?? '') === 'string'
    return Object.fromEntries(formFields(body).filter((entry) => isText(...entry)))
  }
  // An entity may be a body.
  const data: unknown = (Object(body) as Partial<Entity>).toJSON?.() ?? body
  if (Array.isArray(data) || isObjectLiteral(data)) return data
  throw snap.abort
}

/** The fields of an entity that identify it: those that the parameters name, or all that are stored as they are. */
function keyFields(entity: Entity, params: unknown): object {
  const { pk: pkOf, schema } = entity.constructor as typeof Entity
  const data = entity.toJSON() as Record<string, unknown>
  const names = Object.keys(data).filter((field) => !Object.hasOwn(schema, field))
  const own = pick(
    data,
    names.filter((name) => isObject(params) && Object.hasOwn(params, name)),
  )
  return attempt(() => pkOf.call(entity.constructor, own)) === entity.pk() ? own : pick(data, names)
}
