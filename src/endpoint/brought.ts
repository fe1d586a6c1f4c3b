import type { AnyType } from '../util/anyType'

/** What runs an option in a store: a manager, by the name that it has there. */
export interface Machinery<Name extends string = string> {
  /** Identifies it in a store. */
  readonly name: Name
  /** Called once for each store. */
  init(store: AnyType): unknown
}

/**
 * The value of an option, and the manager that does what it says, which a store runs from the first call on. An app imports the
 * manager where it uses the option, and pays for it only then.
 */
export type Brought<Name extends string, Value> = readonly [manager: Machinery<Name>, value: Value]

/** What the compiler shows for a plain value; no endpoint has it. Not behind a name, which would be shown in place of the text. */
export interface Hint<Text extends string> {
  readonly hint: Text
}

/** The value of such an option; `undefined` where it is none. */
export function broughtValue<Value>(
  option: Brought<string, Value> | Hint<string> | undefined,
): Value | undefined {
  return Array.isArray(option) ? (option[1] as Value) : undefined
}
