const givenOptions = new WeakMap<object, object>()

/** Remembers what a constructor was given, so that a later look tells what became of it. */
export function rememberOptions(endpoint: object, options: object): void {
  givenOptions.set(endpoint, options)
}

/**
 * Warns once where a class field went over an option of the constructor: fields are set last, that is JavaScript, and
 * nobody expects it of an option.
 */
export function warnOfOverruledOptions(endpoint: { readonly name: string }): void {
  const { constructor, name } = endpoint
  for (let at: object = endpoint; givenOptions.has(at); at = Object.getPrototypeOf(at) as object) {
    const options = givenOptions.get(at) ?? {}
    givenOptions.set(at, {})
    for (const [option, value] of Object.entries(options)) {
      const own: unknown = Object.getOwnPropertyDescriptor(at, option)?.value
      if (value === undefined || Object.is(own, value)) continue
      console.warn(
        `${constructor.name} (${name}): the class field \`${option}\` goes over the option \`${option}\` that the constructor was given; make it a getter, or use extend(), whose options always win.`,
      )
    }
  }
}
