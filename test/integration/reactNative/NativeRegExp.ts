/** Refuses properties of characters, as Hermes does before its version 1. */
export const NativeRegExp = new Proxy(RegExp, {
  construct(target, [source, flags]: [string, string?]) {
    if (/\\p\{/i.test(source)) throw new SyntaxError('Invalid regular expression: Invalid escape')
    return new target(source, flags)
  },
})
