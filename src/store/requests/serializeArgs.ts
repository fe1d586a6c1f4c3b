import { formFields } from '../../util/formFields'
import { isObject } from '../../util/checks'
import { mapValues, setOwn } from '../../util/record'
import { toPlain } from '../../util/toPlain'

/** The arguments of a call as JSON, for actions: files and forms as summaries, what JSON cannot contain by its name. */
export function serializeArgs(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => serialize(arg, false) ?? null)
}

function serialize(value: unknown, isMember: boolean): unknown {
  try {
    return toPlain(value, '', 0, describeInstance)
  } catch {
    return isMember || !isObject(value)
      ? nameOf(value)
      : mapValues(value, (member) => serialize(member, true))
  }
}

function describeInstance(value: object): unknown {
  if (value instanceof FormData) return { $formData: serializeForm(value) }
  if (value instanceof Blob) return serializeFile(value)
  return 'toJSON' in value ? undefined : nameOf(value)
}

function serializeForm(form: FormData): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of formFields(form)) {
    setOwn(result, name, typeof value === 'string' ? value : serializeFile(value as Partial<File>))
  }
  return result
}

/** What a file has of these: that of React Native may have no size. */
function serializeFile({ name, size, type }: Partial<File>): unknown {
  return { $file: JSON.parse(JSON.stringify({ name, size, type })) as unknown }
}

function nameOf(value: unknown): string {
  return isObject(value) ? `[${value.constructor.name}]` : `[${typeof value}]`
}
