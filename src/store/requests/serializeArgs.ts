import { isObject, isPlainObject } from '../../util/checks'
import { formFields } from '../../util/record'

/** The arguments of a call as JSON, for actions: files and forms as summaries, what JSON cannot contain by its name. */
export function serializeArgs(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => {
    try {
      return JSON.parse(JSON.stringify(arg, toJSONMember) ?? 'null') as unknown
    } catch {
      return nameOf(arg)
    }
  })
}

/** As `JSON.stringify` calls it: `json` is the member, or what its `toJSON()` gives. */
function toJSONMember(
  this: Readonly<Record<string, unknown>>,
  name: string,
  json: unknown,
): unknown {
  const value = this[name]
  if (value instanceof FormData) return { $formData: formSummary(value) }
  if (value instanceof Blob) return fileSummary(value)
  const isName = ['bigint', 'function', 'symbol'].includes(typeof json)
  const isData = isObject(json) ? isPlainObject(json) : !isName && !Number.isNaN(json)
  return isData ? json : nameOf(json)
}

function formSummary(form: FormData): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    formFields(form).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : fileSummary(value as Partial<File>),
    ]),
  )
}

/** What a file has of these: that of React Native may have no size. */
function fileSummary({ name, size, type }: Partial<File>): unknown {
  return { $file: { name, size, type } }
}

function nameOf(value: unknown): string {
  if (!isObject(value)) return `[${typeof value}]`
  // There is none without a prototype, and data may have a field of this name.
  const { name = 'Object' } = Object(value.constructor) as { name?: string }
  return `[${name}]`
}
