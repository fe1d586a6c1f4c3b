import { isObject, isPlainObject } from '../util/checks'
import { describeValue } from '../util/messages'

// Development only: values of a call that would be lost on the way.

/** @throws TypeError for more arguments than a call takes: a value would be lost. */
export function checkArgsCount(name: string, takesBody: boolean, count: number): void {
  if (count <= (takesBody ? 2 : 1)) return
  const takes = takesBody
    ? 'and a body, (params, body) or (body)'
    : 'as one object and sends no body; to send one, declare `body`'
  throw new TypeError(`${name} takes its parameters ${takes}; found ${count} arguments.`)
}

/** @throws TypeError for a body of which JSON would send nothing, or `{}` whatever is in it */
export function checkBody(name: string, body: unknown): void {
  const isOpaque =
    body instanceof Map || body instanceof Set || Symbol.asyncIterator in Object(body)
  if (!isOpaque && /^(object|string|number|boolean)$/.test(typeof body)) return
  throw new TypeError(
    `The body of ${name} cannot be ${describeValue(body)}: give data that JSON can hold, or FormData, a Blob, text, ….`,
  )
}

/**
 * @param given a member of an argument
 * @param member what its `toJSON()` made of it
 * @throws TypeError for what JSON writes as `null` (`NaN`, an invalid date), and for what it writes as `{}` whatever is in it
 * (a `Map`, `URLSearchParams`, a `Blob`), so that two different calls would have one key
 */
export function checkKeyMember(
  name: number | string,
  given: unknown,
  member: unknown,
  isShared: boolean,
): void {
  if (isObject(member)) {
    if (!isShared || Object.keys(member).length > 0 || isPlainObject(member)) return
    throw new TypeError(
      `"${name}" is ${Object.prototype.toString.call(member)}, which a key cannot hold; give plain data, or the endpoint a \`key\`.`,
    )
  }
  const isNull = member === null || (typeof member === 'number' && !Number.isFinite(member))
  if (!isNull || given === null) return
  const isShown = given instanceof Date || typeof given === 'number'
  const found = isShown ? String(given) : Object.prototype.toString.call(given)
  throw new TypeError(`"${name}" is ${found}, which a key cannot hold; leave it out, or give null.`)
}
