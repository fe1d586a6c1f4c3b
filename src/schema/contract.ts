import type { AnyType } from '../util/anyType'
import type { MemberRef } from './entityRef'

/**
 * The times of a row, and what else is known of it besides its data. `fetchedAt`, `landed`, `doubtful` and `deleted` are
 * moments, each of which its store gives once.
 */
export interface RowMeta {
  /**
   * A response that was requested before this does not replace the row: when the read started that brought it, or when
   * anything else landed that wrote it; ms since 1970.
   */
  readonly fetchedAt: number
  /** When the response came, in ms since 1970. */
  readonly date: number
  /** When the row goes stale, in ms since 1970. */
  readonly expiresAt: number
  /** When the row was committed last; of two versions of a row the later one stays. */
  readonly landed: number
  /** Since when it has been as it is, where a read has brought the same later. */
  readonly since?: number
  /** The temporary keys that the row had before the server responded to its creation; several where it was created twice. */
  readonly createdAs?: readonly string[]
  /** Since when the server may hold something else, as requests overlapped: calls that were requested before are stale. */
  readonly doubtful?: number
  /** When a deletion of it landed. */
  readonly deleted?: number
  /** When it got another key: it counts as deleted. Of a row that is there: when a message told of this key nevertheless. */
  readonly renamed?: number
  /** The fields by which the arguments of a list filter, as its members show. */
  readonly filters?: ListFilters
  /** When the members of a list, or the fields of an entity, changed last, other than by a read: what stands beside may be older. */
  readonly changed?: number
}

/** By argument: the field that has its value in each member (`author.name` of nested entities), `null` where a member contradicts. */
export type ListFilters = Readonly<Record<string, string | null>>

/** One row of an entity table. `invalid` marks a row that was deleted or invalidated; its last data stays inspectable. */
export interface EntityRow {
  /** The entity's data, with primary keys in place of other entities. */
  readonly data: object
  /** True where the row was deleted or invalidated, so that readers do not get it. */
  readonly invalid: boolean
  /** When the row was requested, committed, and goes stale. */
  readonly meta: RowMeta
}

/** A description of data. The walkers distinguish the forms at run time, the types below at compile time. */
export type Schema =
  | SchemaKind
  | readonly Schema[]
  | { readonly [field: string]: Schema }
  | Deserializer
  | string
  | number
  | boolean
  | null
  | undefined

/** A function or constructor that turns a stored JSON value into what readers see: `iso => new Date(iso)`, `Number`, `Date`. */
export type Deserializer =
  (((value: AnyType) => unknown) & EndpointRefused) | (new (value: AnyType) => object)

/** An endpoint is a function too, and no schema: the compiler shows this message for one. */
interface EndpointRefused {
  readonly run?: 'an endpoint is no schema: useSuspense, useDLE, useCache and selectData read it'
}

/** The verbs of every schema kind; the two walkers know no more of a kind than these. */
export interface SchemaKind {
  /** Tells whether a stored value beside a list still holds where the members of the list have changed. Default: no. */
  holds?(value: unknown): boolean
  /** `null` is a value like any other to it, and not the absence of one. */
  readonly takesNull?: boolean
  /** Stores a value of a response, and returns what is kept in its place, such as a primary key. */
  normalize(value: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown
  /**
   * Returns what readers see of what `normalize` returned; `undefined` where it is missing, INVALID where it must not be
   * shown.
   */
  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown
  /**
   * Finds stored data by arguments alone, and returns what `denormalize` takes; `undefined` where nothing is found. Without
   * it, data is found by the result of a response only.
   */
  queryKey?(args: readonly unknown[], delegate: QueryDelegate): unknown
  /** Names what a mutation with these arguments writes, as far as they show it; used where its response is lost. */
  affected?(args: readonly unknown[], delegate: AffectedDelegate): void
}

/** Collects what a mutation may have written whose response is lost. */
export interface AffectedDelegate {
  /** The row of a table with a primary key, which the mutation may delete. */
  row(schemaKey: string, pk: string, isDeleted?: boolean): void
  /** All lists of a table, or, as `changed`, what stands beside them alone. */
  lists(schemaKey: string, mark?: 'changed'): void
}

/** A schema kind whose values are kept as rows of a table. */
export interface RowSchema extends SchemaKind {
  /** The table's name. */
  readonly key: string
  /** The object under which remembered ones are filed; two schemas that build the same objects give the same one. */
  readonly cacheWith?: object
  /** True where the table's name was chosen by hand, so that two schemas may share it on purpose. */
  readonly hasOwnKey: boolean
  /** True where a row is a list or a map of members, which has no fields that could be written one by one. */
  readonly isList?: boolean
  /** True where data adds to the row and leaves the rest of it, as a page of a list does. */
  readonly isPage?: boolean
  /** The data of a row that is there already and comes again: decides which of both is the newer one, and calls `merge`. */
  mergeWithStore(before: RowMeta, now: RowMeta, existing: object, incoming: object): object
  /** The meta of such a row. */
  mergeMetaWithStore(before: RowMeta, now: RowMeta, existing: object, incoming: object): RowMeta
  /** Joins two versions of the data of a row, the newer one second. */
  merge(existing: object, incoming: object): object
  /** True if rows hold references to other rows; what has none is built without looking any further. */
  readonly hasParts: boolean
  /** Of lists: how they change where an entity has another key; `undefined` where they have no such members. */
  renamed?(entity: RowSchema, from: string, to: string): ListChanges | undefined
  /** An object for a row's data, before its nested values are denormalized; INVALID where the data is not usable. */
  instantiate(data: object): unknown
  /** Denormalizes the nested values of an object that `instantiate` made, and returns it, or INVALID. */
  denormalizeRow(instance: object, data: object, delegate: DenormalizeDelegate): unknown
}

/** The members, each by its identity, that join lists and that leave them. */
export interface MemberChanges {
  readonly joins: readonly string[]
  readonly leaves: readonly string[]
  /** The server had as many members before: a further page comes, or a member gets another key. */
  readonly keepsCount?: boolean
}

/** A change of one list. */
export interface ListChange extends MemberChanges {
  /** The list after the change. It is called again for other versions of the list, and must depend on nothing else. */
  apply(existing: object): object
  /** The list is a part of what is counted beside it: that has changed, whether or not the list has. */
  readonly countsAbsent?: boolean
  /** Whether the list after the change may be another one at the server. Default: no. */
  isUnsure?(existing: object): boolean
}

/** A change of the lists of one table. */
export interface ListChanges extends MemberChanges {
  /**
   * The change of a list, by its primary key; `undefined` where it stays as it is. Its members are among those that join and
   * leave here.
   * @param row the list as it is before the change
   */
  changeOf(pk: string, row?: EntityRow): ListChange | undefined
  /** Since when all of the members are stored as they come; `undefined` where the response changes one. */
  readonly knownAt?: number | undefined
}

/** A stored list. */
export interface IndexedList {
  readonly pk: string
  readonly row: EntityRow
  readonly args: Readonly<Record<string, unknown>>
}

/** The stored lists of one address whose arguments have the same names, and filter by the same fields. */
export interface GroupOfLists {
  readonly address: string | undefined
  readonly names: readonly string[]
  readonly filters: ListFilters
  /** The first argument that filters by a field, as the members show. */
  readonly filter: { readonly name: string; readonly field: string } | undefined
  readonly lists: ReadonlyMap<string, IndexedList>
  /** The lists in which that argument is one of some texts, or no text, and those that have a member. */
  near(texts: Iterable<string>, refs: readonly MemberRef[]): Iterable<IndexedList>
}

/** The stored lists of a table, in groups. */
export interface IndexOfLists {
  readonly groups: Iterable<GroupOfLists>
  /** The lists of some groups. Default: of all. */
  lists(isMeant?: (group: GroupOfLists) => boolean): Iterable<IndexedList>
}

/** The data that one response brings of a row. */
export interface PendingRow {
  /** The primary key, as one and the same string for all that refer to the row. */
  readonly pk: string
  /** The data that incoming data is compared with; `undefined` where a comparison would save nothing. */
  readonly known: object | undefined
  /** Of a list: finds the fields by which its arguments filter, when all rows of the response are there. */
  findFilters?(): ListFilters | undefined
  /** Adds data of the row. To give `known` back confirms that nothing changed. */
  merge(schema: RowSchema, data: object): void
}

/** The functions that a schema may call while a response is stored. */
export interface NormalizeDelegate {
  /** The arguments of the call. */
  readonly args: readonly unknown[]
  /** The arguments of the call that name lists: all of a read, those of a mutation without its body. */
  readonly listArgs: readonly unknown[]
  /** Tells whether lists of an address are those that the call is about. */
  isAbout(address: string | undefined): boolean
  /** The schema of the whole response. */
  readonly root: unknown
  /** The names and indexes that lead from the response to the value that is being visited. */
  readonly path: readonly (string | number)[]
  /** Called when the whole response is visited. */
  afterwards(run: () => void): void
  /** When the response was requested and committed, and goes stale. */
  readonly meta: RowMeta
  /** The class of the entity whose field is being visited, `undefined` outside of entities. */
  readonly parentEntity: object | undefined
  /**
   * Stores a value by its schema, and returns what stands for it.
   * @param step the index or key of a member of a list or map, which errors name in their path
   */
  visit(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    step?: string | number,
  ): unknown
  /**
   * Like `visit`, for an entity that has to be there. A list leaves out a member that is `null`, and then this returns
   * `undefined`; without an index the value is no member of a list, and `null` is an error.
   */
  visitMember(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    index?: number,
  ): unknown
  /** Visits a field of an object; `entity` is the class of the object if that is an entity. */
  visitField(schema: unknown, data: object, field: string, entity?: object): unknown
  /**
   * Refuses a value of an unknown kind: a list or map leaves it out, with a warning in development; anywhere else it is
   * an error.
   * @param text describes what was found. Default: its kind, as no message shows data of a server.
   */
  refuse(schema: object, value: unknown, expected: string, text?: string): undefined
  /** The row that this response writes. */
  pendingRow(schema: RowSchema, pk: string): PendingRow
  /**
   * Changes stored lists of a schema, and those of responses that were requested before the change and are still to come.
   * @param among the stored lists that may change. Default: all
   */
  changeLists(schema: RowSchema, changes: ListChanges, among?: Iterable<IndexedList>): void
  /** Marks a row as deleted. */
  invalidate(schema: RowSchema, pk: string): void
  /** Enters an input object; false where it is being visited already, a cycle in the input. */
  enter(input: object): boolean
  /** Ends what `enter` began. */
  leave(): void
  /** The row that the store holds before this response, invalid ones too. */
  storedRow(schemaKey: string, pk: string): EntityRow | undefined
  /** A row as it was when a mutation started; of anything else as `storedRow`. */
  rowBefore(schemaKey: string, pk: string): EntityRow | undefined
  /** The lists that the store holds of a table before this response. */
  lists(schemaKey: string): IndexOfLists
  /** The rows that the store holds of a table before this response. */
  storedRows(schemaKey: string): Iterable<readonly [pk: string, row: EntityRow]>
  /** The data that this response brings of a row; `undefined` where it only names the row. */
  brought(schemaKey: string, pk: string): object | undefined
  /** A row as it will be after this response. */
  rowAfter(schemaKey: string, pk: string): EntityRow | undefined
  /** An entity as readers see it with the rows that a function finds. */
  shown(schema: RowSchema, pk: string, getRow: NormalizeDelegate['storedRow']): unknown
  /**
   * Refuses the response, with an error that names the place in it.
   * @param text describes what was found. Default: its kind, as no message shows data of a server.
   */
  fail(expected: string, found: unknown, text?: string): never
  /** No other request is in flight: whatever comes later was requested after what is stored. */
  readonly isAlone: boolean
  /** The response is only expected, so that it may lack fields which the row needs. */
  readonly isExpected: boolean
  /** Like `fail`, for an entity without a primary key; a key for it where nothing is stored, or where it is only expected. */
  missingPk(expected: string, found: unknown): string
}

/** The functions that a schema may call while rows are read. */
export interface DenormalizeDelegate {
  /** The schema of all that is read. */
  readonly root: unknown
  /** The arguments of the read. What a schema uses of them it reads with `argsKey` as well. */
  readonly args: readonly unknown[]
  /** The value as readers see it, by its schema. */
  visit(schema: unknown, input: unknown): unknown
  /**
   * Each member as readers see it, without those that are missing or must not be shown.
   * @param list the list to fill. Default: a new one
   */
  list(schema: unknown, members: readonly unknown[], list?: unknown[]): readonly unknown[]
  /** Reads something from the arguments; what is built with it is cached for the same value only. */
  argsKey(read: (args: readonly unknown[]) => string | undefined): string | undefined
  /** The row as readers see it: `undefined` where there is none, INVALID where it must not be shown. */
  row(schema: RowSchema, pk: string): unknown
  /** Like `row`, with the last data of a row that must not be shown. */
  readIncludingInvalid(schema: RowSchema, pk: string): unknown
}

/** The functions that a schema may call when it looks for stored data by arguments alone. */
export interface QueryDelegate {
  /** The pk of a row that had a temporary one before. */
  createdAs(schemaKey: string, temporary: string): string | undefined
  /** Tells whether a table has a row, invalid ones included. */
  hasRow(schemaKey: string, pk: string): boolean
  /** The pks of all rows of a table in its order, invalid ones too; `undefined` where there is no such table. */
  pks(schemaKey: string): readonly string[] | undefined
  /** The pk of a row whose field has a value. */
  find(schemaKey: string, field: string, value: unknown): string | undefined
  /** The key that the `queryKey` of another schema finds by the same arguments. */
  query(schema: unknown): unknown
}
