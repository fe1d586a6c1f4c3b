import { isSchemaObject } from '../schema/schemaObject'

/** A response that does not fit its schema: where (`Post.comments[3].author`), what was expected and what was found. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly code = 'INVALID_RESPONSE'
  readonly path: string

  constructor(path: string, problem: string, cause?: unknown) {
    super(`${path}: ${problem}`, cause === undefined ? undefined : { cause })
    this.path = path
  }
}

/**
 * Writes the steps of a walk as a reader would: `Post`, `comments`, `3`, `author` is `Post.comments[3].author`.
 * @param inside the path within the last of them, such as `.name`
 */
export function formatPath(
  schema: unknown,
  steps: readonly (string | number)[],
  inside = '',
): string {
  const path = rootName(schema) + steps.map(formatStep).join('') + inside
  // Of a path that is too long to read, both ends.
  return path.length <= 400 ? path : `${path.slice(0, 200)} … ${path.slice(-200)}`
}

function formatStep(step: string | number): string {
  const isName = typeof step === 'string' && /^(?!\d)[\w$\xaa-\uffff]+$/.test(step)
  return isName ? `.${step}` : `[${JSON.stringify(step)}]`
}

function rootName(schema: unknown): string {
  if (Array.isArray(schema)) return `[${rootName(schema[0])}]`
  if (!isSchemaObject(schema)) return 'response'
  const { key, entity, collection } = schema as Named
  return key ?? (entity ?? collection)?.key ?? 'response'
}

interface Named {
  readonly key?: string
  readonly entity?: Named
  readonly collection?: Named
}
