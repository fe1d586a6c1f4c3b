/** The first argument that a path requires: `{ id: string | number }` for `/users/:id`. */
export type PathArgs<Path extends string> = string extends Path
  ? { readonly [param: string]: string | number | readonly string[] | undefined }
  : Flatten<ArgsOfTokens<Tokens<Path>>>

/** The names of a path's parameters. */
export type PathKeys<Path extends string> = Tokens<Path>['name']

/** A path without its last parameter: `/users` for `/users/:id`, and `/users/` for `/users/:id/`. */
export type ShortenPath<Path extends string> = string extends Path
  ? string
  : EndsInSlash<Path> extends true
    ? WithSlash<Trim<CutLast<OwnPath<Path>>>>
    : Trim<CutLast<OwnPath<Path>>>

/** A path without search parameters, unless it has no others. */
type OwnPath<P extends string> = P extends `${infer Front}\\?${string}`
  ? [PathKeys<Front>] extends [never]
    ? P
    : Front
  : P

type EndsInSlash<P extends string> = P extends `${infer Front}\\?${string}`
  ? EndsInSlash<Front>
  : P extends `${infer Front}}`
    ? EndsInSlash<Front>
    : P extends `${string}/`
      ? true
      : false

type WithSlash<P extends string> = P extends `${string}/` ? P : `${P}/`

type CutLast<
  P extends string,
  Done extends string = '',
  Cut extends string = P,
> = P extends `\\${infer Escaped}`
  ? Escaped extends `${infer C}${infer Rest}`
    ? CutLast<Rest, `${Done}\\${C}`, Cut>
    : Cut
  : P extends `${infer C}${infer Rest}`
    ? CutLast<Rest, `${Done}${C}`, C extends ':' | '*' ? Done : Cut>
    : Cut

type Trim<P extends string> = P extends `${infer Head}{/`
  ? Head
  : P extends `${infer Head}{` | `${infer Head}/`
    ? Head
    : P

/** As one object; the conditional keeps the name of this type out of the compiler's messages, which show the object. */
export type Flatten<T> = T extends infer It ? { [Name in keyof It]: It[Name] } : never

interface Token<Name extends string, Kind extends 'one' | 'many', Optional extends boolean> {
  name: Name
  kind: Kind
  optional: Optional
}

type AnyToken = Token<string, 'one' | 'many', boolean>

type ArgsOfTokens<T extends AnyToken> = {
  readonly [It in T as It['optional'] extends false ? It['name'] : never]: ValueOf<It>
} & {
  readonly [It in T as It['optional'] extends true ? It['name'] : never]?: ValueOf<It> | undefined
}

type ValueOf<T extends AnyToken> = T['kind'] extends 'many' ? readonly string[] : string | number

/** Walks a path from special character to special character; `Depth` counts the open `{`. */
type Tokens<
  P extends string,
  Depth extends readonly unknown[] = [],
  Found extends AnyToken = never,
> = P extends `${infer C}${infer Rest}`
  ? C extends '\\'
    ? Rest extends `${string}${infer After}`
      ? Tokens<After, Depth, Found>
      : Found
    : C extends '{'
      ? Tokens<Rest, [...Depth, unknown], Found>
      : C extends '}'
        ? Tokens<Rest, Depth extends [unknown, ...infer Outer] ? Outer : [], Found>
        : C extends ':'
          ? Named<Rest, 'one', Depth, Found>
          : C extends '*'
            ? Named<Rest, 'many', Depth, Found>
            : Tokens<Rest, Depth, Found>
  : Found

type Named<
  P extends string,
  Kind extends 'one' | 'many',
  Depth extends readonly unknown[],
  Found extends AnyToken,
> = P extends `"${infer Name}"${infer Rest}`
  ? Tokens<Rest, Depth, Found | Token<Name, Kind, IsOptional<Depth>>>
  : ReadName<P> extends [infer Name extends string, infer Rest extends string]
    ? Tokens<Rest, Depth, Found | Token<Name, Kind, IsOptional<Depth>>>
    : never

type IsOptional<Depth extends readonly unknown[]> = Depth extends [] ? false : true

type ReadName<P extends string, Name extends string = ''> = P extends `${infer C}${infer Rest}`
  ? C extends NameCharacter
    ? ReadName<Rest, `${Name}${C}`>
    : [Name, P]
  : [Name, '']

type Lower =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z'
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
type NameCharacter = Lower | Uppercase<Lower> | Digit | '_' | '$'
