import { isObject, isPlainObject } from '../../util/checks'

/** The arguments of a call as JSON, for actions: what JSON cannot contain, such as a form or a file, by its name. */
export function serializeArgs(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => {
    try {
      return JSON.parse(JSON.stringify(arg, withName) ?? 'null') as unknown
    } catch {
      return nameOf(arg)
    }
  })
}

function withName(_: string, value: unknown): unknown {
  const isName = ['bigint', 'function', 'symbol'].includes(typeof value)
  const isData = isObject(value) ? isPlainObject(value) : !isName && !Number.isNaN(value)
  return isData ? value : nameOf(value)
}

function nameOf(value: unknown): string {
  if (!isObject(value)) return `[${typeof value}]`
  // There is none without a prototype, and data may have a field of this name.
  const { name = 'Object' } = Object(value.constructor) as { name?: string }
  return `[${name}]`
}
