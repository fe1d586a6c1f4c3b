import { formFields } from '../../util/formFields'
import { isObject } from '../../util/isObject'
import { setOwn } from '../../util/own'
import { toPlain } from '../../util/toPlain'

/** The arguments of a call as JSON, for actions: files and forms as summaries, what cannot be said by its name. */
export function summarize(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => summary(arg) ?? null)
}

function summary(value: unknown): unknown {
  if (value instanceof FormData) return { $formData: formSummary(value) }
  if (value instanceof Blob) return fileSummary(value)
  try {
    return toPlain(value, '', 0, refuse)
  } catch {
    return isObject(value) ? membersSummary(value) : `[${typeof value}]`
  }
}

function membersSummary(value: Record<string, unknown>): unknown {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return `[${value.constructor.name}]`
  const result: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    setOwn(result, name, isObject(member) ? shallowSummary(member) : summary(member))
  }
  return result
}

function shallowSummary(member: Record<string, unknown>): unknown {
  if (member instanceof Blob) return fileSummary(member)
  try {
    return toPlain(member, '', 0, refuse)
  } catch {
    return `[${member.constructor.name}]`
  }
}

function formSummary(form: FormData): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of formFields(form)) {
    setOwn(result, name, typeof value === 'string' ? value : fileSummary(value as Partial<File>))
  }
  return result
}

/** Of what a file knows: that of React Native may have no size. */
function fileSummary({ name, size, type }: Partial<File>): unknown {
  return { $file: JSON.parse(JSON.stringify({ name, size, type })) as unknown }
}

/** Of a file an action says its name, and never gives it back. */
function refuse(): undefined {
  return undefined
}
