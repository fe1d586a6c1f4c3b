/** Something that is computed when it is first asked for, or prepared; what it throws is thrown at each asking. */
export function once<Value>(compute: () => Value): { prepare(): void; value(): Value } {
  let outcome: { readonly value: Value } | { readonly error: unknown } | undefined
  const prepare = (): typeof outcome & object => {
    try {
      outcome ??= { value: compute() }
    } catch (error) {
      outcome = { error }
    }
    return outcome
  }
  return {
    prepare,
    value() {
      const prepared = prepare()
      if ('error' in prepared) throw prepared.error
      return prepared.value
    },
  }
}
