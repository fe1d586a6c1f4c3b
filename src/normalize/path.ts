import { isKind } from '../schema/kinds'

/** Writes the steps of a walk as a reader would: `Post`, `comments`, `3`, `author` is `Post.comments[3].author`. */
export function formatPath(schema: unknown, steps: readonly (string | number)[]): string {
  return rootName(schema) + shorten(steps.map(formatStep)).join('')
}

/** A path that nobody could read tells its beginning and its end. */
function shorten(steps: readonly string[]): readonly string[] {
  return steps.length <= 40 ? steps : [...steps.slice(0, 20), ' … ', ...steps.slice(-20)]
}

/** As much of a path, or of a step of it, as one can read. */
export function shortenText(text: string): string {
  return text.length <= 400 ? text : `${text.slice(0, 200)} … ${text.slice(-200)}`
}

function formatStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`
  const isName = /^(?!\d)[\w$\xaa-\uffff]+$/.test(step)
  const name = shortenText(step)
  return isName ? `.${name}` : `[${JSON.stringify(name)}]`
}

function rootName(schema: unknown): string {
  if (Array.isArray(schema)) return `[${rootName(schema[0])}]`
  if (!isKind(schema)) return 'response'
  const { key, entity, collection } = schema as Named
  return key ?? entity?.key ?? collection?.key ?? 'response'
}

interface Named {
  readonly key?: string
  readonly entity?: { readonly key: string }
  readonly collection?: { readonly key: string }
}
