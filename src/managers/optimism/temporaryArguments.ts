import { codedMessage } from '../../util/messages'
import { isObject, isPlainObject } from '../../util/checks'
import { mapValues } from '../../util/record'
import { isTemporaryKey } from '../../schema/rowKey'
import { findCreated } from '../../store/state/createdKeys'
import type { RestState } from '../../store/state/state'
import { getRow } from '../../store/state/table'

// A call may name an entity that is being created by its temporary key, which no server knows: in the parameters of its path,
// in search parameters, and at the top level of a JSON body.

/** The temporary keys in the arguments of a call. */
export function temporaryKeysIn(args: readonly unknown[]): ReadonlySet<string> {
  const keys = new Set<string>()
  replaceKeys(args, (key) => {
    keys.add(key)
    return key
  })
  return keys
}

/** The arguments with the ids that entities have by now in place of their temporary keys. */
export function withRealIds(state: RestState, args: readonly unknown[]): readonly unknown[] {
  return replaceKeys(args, (key) => realId(state, key) ?? key)
}

/** The arguments that are sent. @throws Error where they have the key of an entity that was not created */
export function argsToSend(
  state: RestState,
  name: string,
  args: readonly unknown[],
): readonly unknown[] {
  return replaceKeys(args, (key) => realId(state, key) ?? failForKey(name, key))
}

function replaceKeys(args: readonly unknown[], idOf: (key: string) => unknown): readonly unknown[] {
  const replace = (value: unknown): unknown => (isTemporaryKey(value) ? idOf(value) : value)
  const replaceAll = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(replace) : replace(value)
  return args.map((arg) => (isObjectLiteral(arg) ? mapValues(arg, replaceAll) : replaceAll(arg)))
}

/** Whether a value is an object of no class, and no list. */
export function isObjectLiteral(value: unknown): value is Record<string, unknown> {
  return isObject(value) && isPlainObject(value)
}

function realId({ entities }: Pick<RestState, 'entities'>, temporary: string): unknown {
  for (const table of Object.values(entities)) {
    const pk = findCreated(table, temporary)
    if (pk === undefined) continue
    const { id } = Object(getRow(table, pk)?.data) as { id?: unknown }
    return String(id) === pk ? id : pk
  }
  return undefined
}

function failForKey(name: string, key: string): never {
  throw new Error(
    codedMessage(
      'unknown-temporary-key',
      process.env.NODE_ENV === 'production' ||
        `${name} was not sent: its arguments have the temporary key ${key}, and the store knows no entity by it. The creation failed or was aborted, or its response does not show which entity it is, or a reset removed the entity, or the key is of another page.`,
      `${name}, ${key}`,
    ),
  )
}
