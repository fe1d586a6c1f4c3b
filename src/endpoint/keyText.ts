type Fields = Readonly<Record<string, unknown>>

/**
 * A value as a part of a key: JSON, the same whatever the order of fields; `undefined` for what JSON leaves out.
 * @param at what an error calls the value itself
 * @throws TypeError for what JSON writes as `null` (`NaN`, an invalid date), so that two different calls would have one key
 */
export function keyText(value: unknown, at: number | string = 'body'): string | undefined {
  return JSON.stringify(value, function (this: Fields, name, member: unknown) {
    // The member is what a `toJSON()` has made of it.
    const given = this[name]
    if (member === null ? given !== null : typeof member === 'number' && !Number.isFinite(member)) {
      const isProduction = process.env.NODE_ENV === 'production'
      const advice = isProduction ? '' : ', which a key cannot hold; leave it out, or give null.'
      throw new TypeError(`"${name || at}" is ${String(given)}${advice}`)
    }
    return typeof member !== 'object' || member === null || Array.isArray(member)
      ? member
      : Object.fromEntries(
          Object.keys(member)
            .sort()
            .map((field) => [field, (member as Fields)[field]]),
        )
  })
}
