/** A form without an iterator; what `entries` goes through are positions and pairs. */
export class NativeForm {
  static readonly name = 'FormData'
  #parts: [string, unknown][] = []

  append(name: string, value: unknown): void {
    this.#parts.push([name, value])
  }
  set(name: string, value: unknown): void {
    this.delete(name)
    this.append(name, value)
  }
  delete(name: string): void {
    this.#parts = this.#parts.filter(([other]) => other !== name)
  }
  entries(): IterableIterator<[number, [string, unknown]]> {
    return this.#parts.entries()
  }
  getAll(name: string): unknown[] {
    return this.#parts.filter(([other]) => other === name).map(([, value]) => value)
  }
  getParts(): Record<string, unknown>[] {
    return this.#parts.map(([fieldName, value]) => {
      const headers = { 'content-disposition': `form-data; name="${fieldName}"` }
      return typeof value === 'object'
        ? { ...value, headers, fieldName }
        : { string: value, headers, fieldName }
    })
  }
}
