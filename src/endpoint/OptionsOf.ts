/**
 * The options `O` as a parameter: the compiler infers `O` from those options that exist, and refuses any other name.
 * What belongs to an endpoint without being an option goes into `extra`.
 */
export type OptionsOf<O, Known extends string> = Chosen<O, keyof O & Known>

/** As `Pick`: an optional option stays optional, since the names are a type parameter. */
type Chosen<O, Names extends keyof O> = { readonly [Name in Names]: O[Name] }
