import type { Seam } from '../util/seam'

/**
 * What zod, valibot, arktype and others have in common: something that checks a value.
 * @see https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** What a check gives: a value, perhaps a changed one, or all that is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What a standard schema takes. */
export type StandardInput<S> = S extends StandardSchema<infer Input, Seam> ? Input : never

/** What a standard schema gives. */
export type StandardOutput<S> = S extends StandardSchema<Seam, infer Output> ? Output : never
