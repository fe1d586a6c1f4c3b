import type { Collection, MemberOf } from '../schema/Collection'
import type { SchemaKind } from '../schema/contract'
import type { ObjectSchema } from '../schema/ObjectSchema'
import type { Query } from '../schema/Query'
import type { AnyType } from '../util/anyType'
import type {
  HasBody,
  IsAny,
  IsUndefined,
  MethodOf,
  RestGenerics,
  SchemaOption,
  SearchOf,
  SideEffectOf,
} from './restTypes'

/** The `errorSchema` and the `extra` of an endpoint, which those that derive from it have too. */
export type KeptGenerics<O> = (O extends { readonly errorSchema: infer S }
  ? { readonly errorSchema: S }
  : unknown) &
  (O extends { readonly extra: infer Extra } ? { readonly extra: Extra } : unknown)

/** The options that type an endpoint which adds to a list or map. */
export interface AddGenerics<O extends RestGenerics, Member extends 'push' | 'unshift'> {
  readonly path: O['path']
  readonly method: 'POST'
  readonly searchParams: O['searchParams']
  readonly schema: EditIn<O, Member>
  readonly body: OneOrMany<BodyIn<O>>
}

/** The options that type an endpoint which puts members into a map. */
export interface AssignGenerics<O extends RestGenerics> {
  readonly path: O['path']
  readonly method: 'POST'
  readonly searchParams: O['searchParams']
  readonly schema: EditIn<O, 'assign'>
  readonly body: Readonly<Record<string, BodyIn<O>>> | FormData
}

/** The options that type an endpoint which takes members out of a list. */
export interface RemoveGenerics<O extends RestGenerics> {
  readonly path: O['path']
  readonly method: 'PATCH'
  readonly searchParams: O['searchParams']
  readonly schema: EditIn<O, 'remove'>
  readonly body: OneOrMany<Partial<BodyIn<O>>>
}

/** The options that type an endpoint which moves members between lists. */
export interface MoveGenerics<O extends RestGenerics> {
  readonly path: O extends { readonly movePath: infer Path extends string } ? Path : O['path']
  readonly method: 'PATCH'
  readonly searchParams: undefined
  readonly schema: EditIn<O, 'move'>
  readonly body: OneOrMany<Partial<BodyIn<O>>>
}

/** The options that type an endpoint for pages of a list. */
export type PageGenerics<O extends RestGenerics, Named> =
  IsAny<O> extends true ? AnyType : PageBase<O> & KeptGenerics<O> & PageArgs<O, Named>

/** A field names the page, in the body where that has it; a function has the parameters of a page. Of directions, one is given. */
type PageArgs<O extends RestGenerics, Named> = Named extends keyof SentBody<O> & string
  ? { readonly searchParams: O['searchParams']; readonly body: SentBody<O> & CursorField<Named> }
  : Named extends string
    ? { readonly searchParams: SearchOf<O> & CursorField<Named> } & SameBody<O>
    : Named extends (params: infer Params, ...rest: AnyType[]) => unknown
      ? { readonly searchParams: Params } & SameBody<O>
      : { readonly searchParams: SearchOf<O> & OneOf<Named> } & SameBody<O>

/** The options that an endpoint for pages has in common with its list. */
export interface PageBase<O extends RestGenerics> {
  readonly path: O['path']
  readonly method: MethodOf<O>
  readonly sideEffect: SideEffectOf<O>
  readonly schema: SchemaOption<O>
}

type CursorField<Field extends string> = { readonly [Name in Field]: string | number | boolean }
type OneOf<Named> = { readonly [Name in keyof Named]?: string | number }
type SentBody<O extends RestGenerics> = HasBody<O> extends true ? O['body'] : unknown
type SameBody<O extends RestGenerics> = 'body' extends keyof O
  ? { readonly body: O['body'] }
  : unknown

type OneOrMany<Body> = Body | readonly Body[] | FormData

/** What the list endpoint takes as a body, else any fields of a member. */
type BodyIn<O extends RestGenerics> = 'body' extends keyof O
  ? IsUndefined<O['body']> extends true
    ? MemberBody<O>
    : O['body']
  : MemberBody<O>

type MemberBody<O extends RestGenerics> =
  CollectionIn<SchemaOption<O>> extends Collection<infer List, infer _Args>
    ? Partial<MemberOf<List>>
    : AnyType

/** The schema of what a member of a list endpoint sends; `undefined` where the schema has no such list. */
export type EditIn<O extends RestGenerics, Member extends keyof Collection> =
  CollectionIn<SchemaOption<O>> extends infer Found
    ? [Found] extends [never]
      ? undefined
      : Found extends { readonly [Name in Member]: infer Edit }
        ? Edit
        : undefined
    : never

/** The collection in a schema, as `findCollection` finds it. */
type CollectionIn<S> =
  S extends Collection<infer List, infer Args>
    ? Collection<List, Args>
    : S extends Query<infer Inner, infer _Args, infer _Result>
      ? CollectionIn<Inner>
      : S extends ObjectSchema<infer Fields>
        ? { [Field in keyof Fields]: CollectionIn<Fields[Field]> }[keyof Fields]
        : S extends SchemaKind | readonly unknown[]
          ? never
          : S extends object
            ? { [Field in keyof S]: CollectionIn<S[Field]> }[keyof S]
            : never
