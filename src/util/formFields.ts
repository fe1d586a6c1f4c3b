/** What a form of React Native says of itself, which has no iterator. */
interface Parts {
  getParts(): readonly {
    readonly fieldName: string
    readonly headers: unknown
    readonly string?: string
  }[]
}

/** The fields of a form, in order: texts and files, which are plain objects in React Native. */
export function formFields(form: FormData): readonly (readonly [name: string, value: unknown])[] {
  if (Symbol.iterator in form) return [...form]
  return (form as unknown as Parts)
    .getParts()
    .map(({ fieldName, headers: _, string, ...file }) => [fieldName, string ?? file])
}
