import type { AnyType } from '../util/anyType'
import type { SchemaKind } from './contract'

/** An entity class as the types see it: something that can be constructed, has a table and builds instances. */
export interface EntityClass<Instance extends object = object> {
  new (...args: AnyType[]): Instance
  readonly key: string
  createIfValid(data: AnyType): AnyType
}

/**
 * The types that a schema kind carries as `shape`: what readers see, how it is looked up, what is stored, and what is written by hand.
 */
export interface Shape<
  Value,
  Args extends readonly unknown[] = readonly AnyType[],
  Stored = unknown,
  Input = AnyInput,
> {
  /** The value that readers see. */
  readonly value: Value
  /** The arguments by which the data is found without a request. */
  readonly args: Args
  /** The stored form. */
  readonly normalized: Stored
  /** The values that may be written by hand. */
  readonly input: Input
}

/** Any data, where a schema kind does not restrict what may be written. */
export type AnyInput = object | string | number

/**
 * The data of a schema as a reader sees it when all of it is there. Lists and objects are readonly, as all readers get the same ones. An
 * entity is an instance of its class: a readonly copy of the type would not be assignable to a class with private members.
 */
export type Denormalize<S> = DenormalizeOne<S, S>

type DenormalizeOne<S, All> =
  S extends EntityClass<infer Instance>
    ? Instance
    : S extends { readonly shape?: infer Carried }
      ? ShapeValue<Carried>
      : DenormalizePlain<S, All>

/** The data of a schema of which parts may be missing, as a reader sees it: entities may be `undefined`, objects keep their form. */
export type DenormalizeNullable<S> = NullableOne<S, S>

type NullableOne<S, All> =
  S extends EntityClass<infer Instance>
    ? Instance | undefined
    : S extends { readonly shape?: infer Carried }
      ? ShapeNullable<Carried> | undefined
      : S extends Callable | readonly unknown[] | Primitive
        ? DenormalizePlain<S, All> | undefined
        : { readonly [Field in keyof S]: DenormalizeNullable<S[Field]> }

/** The stored form of a schema: primary keys and references in place of entities. */
export type Normalize<S> = NormalizeOne<S, S>

type NormalizeOne<S, All> = S extends EntityClass
  ? string
  : S extends { readonly shape?: infer Carried }
    ? ShapeNormalized<Carried>
    : S extends Callable
      ? Parameters<S>[0]
      : S extends abstract new (...args: AnyType[]) => unknown
        ? AnyType
        : S extends readonly (infer Member)[]
          ? Normalize<Member>[]
          : S extends Primitive
            ? DenormalizePlain<S, All>
            : { -readonly [Field in keyof S]: Normalize<S[Field]> }

/** `Normalize` of data of which parts may be missing. */
export type NormalizeNullable<S> = NormalizeNullableOne<S, S>

type NormalizeNullableOne<S, All> = S extends EntityClass | { readonly shape?: unknown }
  ? Normalize<S> | undefined
  : S extends Callable | readonly unknown[] | Primitive
    ? NormalizeOne<S, All> | undefined
    : { -readonly [Field in keyof S]: NormalizeNullable<S[Field]> }

/** What may be written by hand as data of a schema: fields of an entity, with data or primary keys for those it holds. */
export type InputOf<S> = InputOfOne<S, S>

type InputOfOne<S, All> =
  S extends EntityClass<infer Instance>
    ? EntityInput<S, Instance>
    : S extends { readonly shape?: infer Carried }
      ? ShapeInput<Carried>
      : S extends readonly (infer Member)[]
        ? readonly PartInput<Member>[]
        : S extends Callable
          ? Parameters<S>[0] | ReturnType<S>
          : S extends abstract new (...args: AnyType[]) => unknown
            ? AnyType
            : S extends Primitive
              ? DenormalizePlain<S, All>
              : { readonly [Field in keyof S]?: PartInput<S[Field]> }

/** What a function may give as the probable response of a mutation: of an entity any of its fields, primary keys as text or number. */
export type ExpectedOf<S> =
  S extends EntityClass<infer Instance>
    ? {
        readonly [Field in keyof EntityInput<S, Instance>]?:
          | EntityInput<S, Instance>[Field]
          | (Instance[Field & keyof Instance] extends string ? number : never)
          | null
      }
    : unknown

/** Like `InputOf`, for what is held by other data, which may refer to an entity by its primary key. */
export type PartInput<S> = InputOf<S> | (S extends EntityClass ? string | number : never)

/**
 * The arguments with which a schema's data can be looked up without a request. A plain list cannot be, nor what only a response
 * has: the compiler shows the text for one.
 */
export type SchemaArgs<S> = S extends EntityClass
  ? SetArgs<S>
  : S extends readonly unknown[] | Unsearchable
    ? readonly ['arguments find no plain list: use a new Collection([User]), or a new All(User)']
    : SetArgs<S>

/** A kind of schema without `queryKey`. */
interface Unsearchable extends Pick<SchemaKind, 'normalize'> {
  readonly queryKey?: never
}

/** The arguments with which data of a schema is written by hand. */
export type SetArgs<S> =
  S extends EntityClass<infer Instance>
    ? readonly [EntityArgs<Instance> | string | number | null | undefined]
    : S extends { readonly shape?: infer Carried }
      ? ShapeArgs<Carried>
      : readonly AnyType[]

/** The fields of an entity that may be given to look it up. */
export type EntityArgs<Instance> = {
  readonly [
    Field in keyof Instance as Instance[Field] extends string | number ? Field : never
  ]?: Instance[Field] extends string ? Instance[Field] | number : Instance[Field] | string
}

/** A value as readers get it: one list for all of them. */
export type ReadonlyList<Value> = Value extends readonly unknown[] ? Readonly<Value> : Value

type Primitive = string | number | boolean | null | undefined
/** Any of the fields of an entity; one with a schema also as the server writes it. */
type EntityInput<S, Instance> = {
  readonly [
    Field in keyof Instance as Instance[Field] extends (...args: never[]) => unknown ? never : Field
  ]?: Instance[Field] | FieldInput<S, Field, Instance[Field]>
}

/** Where a schema is not literal, objects may be data of any schema. */
type FieldInput<S, Field, Value> = S extends { readonly schema: infer Fields }
  ? string extends keyof Fields
    ? Value extends object
      ? AnyInput
      : never
    : Field extends keyof Fields
      ? PartInput<Fields[Field]>
      : never
  : never

type Callable = (...args: AnyType[]) => unknown
/** An object without fields may carry anything as its `shape`, as far as the compiler knows. */
type ShapeValue<Carried> = unknown extends Carried
  ? Record<string, unknown>
  : NonNullable<Carried> extends { readonly value: infer Value }
    ? Value
    : never
type ShapeNullable<Carried> =
  NonNullable<Carried> extends { readonly nullable: infer Value } ? Value : ShapeValue<Carried>
type ShapeNormalized<Carried> =
  NonNullable<Carried> extends { readonly normalized: infer Value } ? Value : unknown
type ShapeInput<Carried> =
  NonNullable<Carried> extends { readonly input: infer Input } ? Input : AnyInput
type ShapeArgs<Carried> =
  NonNullable<Carried> extends { readonly args: infer Args extends readonly unknown[] }
    ? Args
    : readonly AnyType[]

type DenormalizePlain<S, All> = S extends NumberConstructor
  ? number
  : S extends StringConstructor
    ? string
    : S extends BooleanConstructor
      ? boolean
      : S extends BigIntConstructor
        ? bigint
        : S extends abstract new (...args: AnyType[]) => infer Built
          ? Built
          : S extends (value: AnyType) => infer Result
            ? Result
            : S extends readonly []
              ? readonly unknown[]
              : S extends readonly (infer Member)[]
                ? readonly Denormalize<Member>[]
                : S extends Primitive
                  ? DenormalizeLiteral<S, All>
                  : { readonly [Field in keyof S]: Denormalize<S[Field]> }

/**
 * `All` is the whole of a type of which `S` is one member. Alone, `''`, `0`, `true` and `false` stand for their kind and
 * `null` for anything; any other literal, and a type that was given with `as`, is taken literally.
 */
type DenormalizeLiteral<S extends Primitive, All> = [All] extends [null | undefined]
  ? AnyType
  : [All] extends ['']
    ? string
    : [All] extends [0]
      ? number
      : [All] extends [boolean]
        ? boolean
        : Same<S>

/** `S`, but no place that a type parameter is inferred from: a schema is not what its data looks like. */
type Same<S> = S extends infer It ? It : never
