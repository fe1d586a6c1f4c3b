import type { Seam } from '../util/seam'

/** An entity class as the types see it: something that can be constructed, has a table and builds instances. */
export interface EntityClass<Instance extends object = object> {
  new (...args: Seam[]): Instance
  readonly key: string
  createIfValid(data: Seam): Seam
}

/** What a schema kind carries as `shape`, at the type level only: what readers see, how it is looked up, what is stored. */
export interface Shape<Value, Args extends readonly unknown[] = readonly Seam[], Stored = unknown> {
  readonly value: Value
  readonly args: Args
  readonly normalized: Stored
}

/** What a reader sees of a schema when all of it is there. */
export type Denormalize<S> =
  S extends EntityClass<infer Instance>
    ? Instance
    : S extends { readonly shape?: infer Carried }
      ? ShapeValue<Carried>
      : DenormalizePlain<S>

/** What a reader sees of a schema of which parts may be missing: entities may be `undefined`, objects keep their form. */
export type DenormalizeNullable<S> =
  S extends EntityClass<infer Instance>
    ? Instance | undefined
    : S extends { readonly shape?: infer Carried }
      ? ShapeNullable<Carried> | undefined
      : S extends Callable | readonly unknown[] | Primitive
        ? DenormalizePlain<S> | undefined
        : { [Field in keyof S as Writable<Field>]: DenormalizeNullable<S[Field]> }

/** What is stored of a schema: primary keys and references in place of entities. */
export type Normalize<S> = S extends EntityClass
  ? string
  : S extends { readonly shape?: infer Carried }
    ? ShapeNormalized<Carried>
    : S extends Callable
      ? Parameters<S>[0]
      : S extends abstract new (...args: Seam[]) => unknown
        ? Seam
        : S extends readonly (infer Member)[]
          ? Normalize<Member>[]
          : S extends Primitive
            ? DenormalizePlain<S>
            : { -readonly [Field in keyof S]: Normalize<S[Field]> }

/** The arguments with which a schema's data can be looked up without a request. */
export type SchemaArgs<S> =
  S extends EntityClass<infer Instance>
    ? readonly [EntityArgs<Instance> | string | number | null | undefined]
    : S extends { readonly shape?: infer Carried }
      ? ShapeArgs<Carried>
      : readonly Seam[]

/** The fields of an entity that may be given to look it up. */
export type EntityArgs<Instance> = {
  readonly [
    Field in keyof Instance as Instance[Field] extends string | number ? Field : never
  ]?: Instance[Field] extends string ? Instance[Field] | number : Instance[Field] | string
}

type Primitive = string | number | boolean | null | undefined
type Callable = (...args: Seam[]) => unknown
type Writable<Field> = Field
type ShapeValue<Carried> =
  NonNullable<Carried> extends { readonly value: infer Value } ? Value : never
type ShapeNullable<Carried> =
  NonNullable<Carried> extends { readonly nullable: infer Value } ? Value : ShapeValue<Carried>
type ShapeNormalized<Carried> =
  NonNullable<Carried> extends { readonly normalized: infer Value } ? Value : unknown
type ShapeArgs<Carried> =
  NonNullable<Carried> extends { readonly args: infer Args extends readonly unknown[] }
    ? Args
    : readonly Seam[]

type DenormalizePlain<S> = S extends NumberConstructor
  ? number
  : S extends StringConstructor
    ? string
    : S extends BooleanConstructor
      ? boolean
      : S extends BigIntConstructor
        ? bigint
        : S extends abstract new (...args: Seam[]) => infer Built
          ? Built
          : S extends (value: Seam) => infer Result
            ? Result
            : S extends readonly (infer Member)[]
              ? Denormalize<Member>[]
              : S extends string
                ? string
                : S extends number
                  ? number
                  : S extends boolean
                    ? boolean
                    : S extends null | undefined
                      ? Seam
                      : { -readonly [Field in keyof S]: Denormalize<S[Field]> }
