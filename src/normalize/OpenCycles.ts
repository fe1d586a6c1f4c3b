import type { Finished } from './frame'
import type { Entry } from './parts'

/** What is known of the members of cycles while the cycles themselves are not complete. */
export class OpenCycles {
  /** Members that have their object already, by their data. */
  readonly #finished = new Map<object, Finished[]>()
  /** Members that turned out invalid after others had been given their object. */
  readonly #doomed: Entry[] = []

  find(data: object, schema: unknown): Finished | undefined {
    if (this.#finished.size === 0) return undefined
    return this.#finished.get(data)?.find((it) => it.schema === schema)
  }

  add(member: Finished): void {
    const others = this.#finished.get(member.token)?.filter((it) => it.schema !== member.schema)
    this.#finished.set(member.token, [...(others ?? []), member])
  }

  close(members: readonly Finished[] | undefined): void {
    for (const { token } of members ?? []) this.#finished.delete(token)
  }

  doom(entry: Entry): void {
    this.#doomed.push(entry)
  }

  findDoomed(data: object, schema: unknown): Entry | undefined {
    if (this.#doomed.length === 0) return undefined
    return this.#doomed.find((it) => it.token === data && it.schema === schema)
  }
}
