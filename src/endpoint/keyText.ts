import { isPlainObject } from '../util/checks'

type Fields = Readonly<Record<string, unknown>>

/**
 * A value as a part of a key: JSON, the same whatever the order of fields; `undefined` for what JSON leaves out.
 * @param at what an error calls the value itself
 * @param isShared whether calls with one key share a response; otherwise two calls may have one key
 * @throws TypeError for what JSON writes as `null` (`NaN`, an invalid date), and for what it writes as `{}` whatever is in it
 * (a `Map`, `URLSearchParams`, a `Blob`), so that two different calls would have one key
 */
export function keyText(
  value: unknown,
  at: number | string = 'body',
  isShared = false,
): string | undefined {
  return JSON.stringify(value, function (this: Fields, name, member: unknown) {
    // The member is what a `toJSON()` has made of it.
    const given = this[name]
    if (member === null ? given !== null : typeof member === 'number' && !Number.isFinite(member)) {
      throw cannotHold(name || at, String(given), true)
    }
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    const fields = Object.keys(member).sort()
    if (isShared && fields.length === 0 && !isPlainObject(member)) {
      const found = Object.prototype.toString.call(member)
      throw cannotHold(name || at, found, false)
    }
    return Object.fromEntries(fields.map((field) => [field, (member as Fields)[field]]))
  })
}

function cannotHold(name: number | string, found: string, isValue: boolean): TypeError {
  const cure = isValue ? 'leave it out, or give null' : 'give plain data, or the endpoint a `key`'
  const isProduction = process.env.NODE_ENV === 'production'
  const advice = isProduction ? '' : `, which a key cannot hold; ${cure}.`
  return new TypeError(`"${name}" is ${found}${advice}`)
}
