import {
  All,
  Collection,
  counted,
  denormalize,
  Entity,
  EntityMixin,
  type EntityRow,
  Invalidate,
  kept,
  Lazy,
  normalize,
  Query,
  RestEndpoint,
  rowKey,
  Scalar,
  schema,
  type Schema,
  Union,
  unshift,
  validateRequired,
  Values,
} from 'rtk-rest'
import type { NormalizeNullable } from 'rtk-rest/data-client'
import type {
  CollectionEdit,
  CollectionKey,
  CollectionMove,
  CollectionOptions,
  Deserializer,
  EditedCollection,
  EntityArgs,
  EntityFields,
  EntityMap,
  EntityMixinOptions,
  EntityRef,
  LazyQuery,
  MergeMembers,
  MixedEntity,
  Normalized,
  ObjectDefinition,
  PlainRows,
  RowFilter,
  ScalarOptions,
  SchemaAttribute,
} from 'rtk-rest/types'
import { useQuery } from 'rtk-rest/react'
import { Company, controller, Currency, Group, User } from './app'

export function readAll() {
  const users = controller.get(new All(User))
  const members = new All({ user: User, group: Group }, 'type')
  return [users, members]
}

export function collections() {
  const getUsers = new RestEndpoint({ path: '/users', schema: new Collection([User]) })
  const rates = new Collection(new Values(Currency))
  const members = new Collection([new Union({ user: User, group: Group }, 'type')])
  return [getUsers, rates, members]
}

export function besideCollections() {
  const getMembers = new RestEndpoint({
    path: '/members',
    schema: { members: new Collection([User]), total: counted },
  })
  const getFriends = new RestEndpoint({
    path: '/friends',
    schema: { friends: new Collection([User]), viewer: kept(User), limit: kept(0) },
  })
  return [getMembers, getFriends]
}

export function deletions() {
  const deleteUser = new RestEndpoint({
    path: '/users/:id',
    method: 'DELETE',
    schema: new Invalidate(User),
  })
  const deleted = new Invalidate({ user: User, group: Group }, 'type')
  return [deleteUser, deleted]
}

export function values() {
  const rates = new Values(Currency)
  const membersByName = new Values({ user: User, group: Group }, 'type')
  return [rates, membersByName]
}

export function others() {
  const adults = new Query(new All(User), (users) => users.filter((user) => user.age >= 18))
  controller.get(adults)

  const member = new Union({ user: User, group: Group }, 'type')
  const members = new schema.Array({ user: User, group: Group }, 'type')
  const page = new schema.Object({ users: new Collection([User]), next: '' })
  return [member, members, page]
}

export function scalars() {
  const inPortfolio = new Scalar({
    lens: (args) => args[0]?.portfolio,
    key: 'portfolio',
    entity: Company,
  })
  Company.schema = { share: inPortfolio }
  const getShares = new RestEndpoint({ path: '/shares', schema: new Values(inPortfolio) })
  return getShares
}

class Account {
  username = ''
}

class AccountEntity extends EntityMixin(Account, { pk: 'username', key: 'Account' }) {}

class Building extends Entity {
  id = ''
  static override key = 'Building'
}

class Department extends Entity {
  id = ''
  buildings: readonly string[] = []
  static override key = 'Department'
  static override schema = { buildings: new Lazy([Building]) }
}

const useBuildings = (department: Department) =>
  useQuery(Department.schema.buildings.query, department.buildings)

export const useCount = (department: Department) => useBuildings(department)?.length

export function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  return todos.map((todo) => <TodoRow key={rowKey(todo)} todo={todo} />)
}

class Todo extends Entity {
  id = ''
  title = ''
  static override key = 'Todo'
}

const TodoRow = ({ todo }: { readonly todo: Todo }) => <li>{todo.title}</li>

const todos = new Collection([Todo])
const endpoint = new RestEndpoint({ path: '/todos/:id', schema: Todo })

export const moved = () => {
  const getTodo = endpoint.extend({ schema: todos.moveWith(unshift) })
  return getTodo
}

export function withValidation() {
  class User extends Entity {
    id = ''
    name = ''
    static override key = 'User'
    static override validate(data: object) {
      return validateRequired(data, this.defaults)
    }
  }
  return User
}

// #region normalize
export function roundTrip(response: unknown) {
  const { result, entities }: Normalized = normalize([User], response)
  return denormalize([User], result, entities)
}
// #endregion

// #region schema
export const members = new schema.Array({ user: User, group: Group }, 'type')
// #endregion

// #region PlainRows
const row: EntityRow = {
  data: { id: '1', name: 'Ada' },
  invalid: false,
  meta: { fetchedAt: 0, landed: 0, date: 0, expiresAt: 0 },
}

const tables: PlainRows = { User: { 1: row } }

export const ada = denormalize(User, '1', tables)
// #endregion

// #region EntityMap
const kinds: EntityMap = { user: User, group: Group }

const kindOf: SchemaAttribute = (value: { readonly members?: unknown }) =>
  value.members === undefined ? 'user' : 'group'

export const member = new Union(kinds, kindOf)
// #endregion

// #region EntityRef
export const isGroup = ({ schema: kind }: EntityRef) => kind === 'group'
// #endregion

// #region EntityArgs
const args: EntityArgs<User> = { id: 5 }

export const user = controller.get(User, args)
// #endregion

// #region EntityFields
export const copyOf = (original: User, changes: Partial<EntityFields<User>>) =>
  User.fromJS({ ...original, ...changes })
// #endregion

// #region EntityMixinOptions
const options = { key: 'Account', pk: 'username' } satisfies EntityMixinOptions<Account>

const Mixed: MixedEntity<typeof Account> = EntityMixin(Account, options)

export const isAccount = (value: unknown) => value instanceof Mixed
// #endregion

// #region Schema
const accounts: Schema = { account: AccountEntity, related: [AccountEntity] }

export const accountsOf = (response: unknown) => normalize(accounts, response).result
// #endregion

// #region NormalizeNullable
export const stored: NormalizeNullable<{ readonly user: typeof User }> = { user: '1' }
// #endregion

// #region ObjectDefinition
const fields: ObjectDefinition = { users: [User], next: '' }

export const page = new schema.Object(fields)
// #endregion

// #region Deserializer
const toDate: Deserializer = (iso: string) => new Date(iso)

export class Event extends Entity {
  id = ''
  at = new Date(0)
  static override key = 'Event'
  static override schema = { at: toDate }
}
// #endregion

// #region CollectionOptions
const listOptions: CollectionOptions<[{ readonly team: string; readonly sort?: string }]> = {
  argsKey: ({ team }): CollectionKey => ({ team }),
  filters: { sort: 'order' },
}

export const team = new Collection([User], listOptions)
// #endregion

// #region MergeMembers
const oldestFirst: MergeMembers = (existing: readonly unknown[], incoming: readonly unknown[]) => [
  ...existing,
  ...incoming,
]

const ofTeam =
  ({ team: name }: { readonly team: string }): RowFilter =>
  (list) =>
    list['team'] === name

export const addUser = new Collection([User]).addWith(oldestFirst, ofTeam)
// #endregion

// #region CollectionEdit
const push: CollectionEdit<User> = new Collection([User]).push

export const createUser = new RestEndpoint({ path: '/users', method: 'POST', schema: push })
// #endregion

// #region CollectionMove
const move: CollectionMove<User> = new Collection([User]).move

export const moveUser = new RestEndpoint({ path: '/users/:id', method: 'PATCH', schema: move })
// #endregion

// #region EditedCollection
export const tableOf = ({ key }: EditedCollection) => key

export const table = tableOf(new Collection([User]))
// #endregion

// #region LazyQuery
const query: LazyQuery<readonly (typeof Building)[]> = new Lazy([Building]).query

export const readBuildings = (ids: readonly string[]) => controller.get(query, ids)
// #endregion

// #region ScalarOptions
const scalarOptions: ScalarOptions = {
  key: 'language',
  lens: ([{ language }]) => language,
  entity: Company,
}

export const text = new Scalar(scalarOptions)
// #endregion
