import type { RowSource } from '../../normalize/rowSource'
import type { EntityRow } from '../../schema/contract'
import { getOrCreate } from '../../util/collections'

/** Rows by table and primary key. */
export type RowMaps = ReadonlyMap<string, ReadonlyMap<string, EntityRow>>

/** Rows over those of another source. */
export class OverlaidRows implements RowSource {
  readonly #below: RowSource
  readonly #written = new Map<string, Map<string, EntityRow>>()

  constructor(below: RowSource) {
    this.#below = below
  }

  get written(): RowMaps {
    return this.#written
  }

  write(entities: { readonly [schemaKey: string]: { readonly [pk: string]: EntityRow } }): void {
    for (const schemaKey of Object.keys(entities)) {
      const table = getOrCreate(this.#written, schemaKey, () => new Map<string, EntityRow>())
      for (const [pk, row] of Object.entries(entities[schemaKey] ?? {})) table.set(pk, row)
    }
  }

  getRow(schemaKey: string, pk: string): EntityRow | undefined {
    return this.#written.get(schemaKey)?.get(pk) ?? this.#below.getRow(schemaKey, pk)
  }

  *rows(schemaKey: string): Iterable<readonly [string, EntityRow]> {
    const written = new Map(this.#written.get(schemaKey))
    for (const [pk, row] of this.#below.rows(schemaKey)) {
      yield [pk, written.get(pk) ?? row]
      written.delete(pk)
    }
    yield* written
  }

  keys(schemaKey: string): readonly string[] {
    return Array.from(this.rows(schemaKey), ([pk]) => pk)
  }

  find(schemaKey: string, field: string, value: unknown): string | undefined {
    return this.#below.find(schemaKey, field, value)
  }

  createdAs(schemaKey: string, temporary: string): string | undefined {
    return this.#below.createdAs(schemaKey, temporary)
  }

  changesSince(): undefined {
    return undefined
  }
}
