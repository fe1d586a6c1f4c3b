import { affectedBy } from '../../store/requests/affected'
import type { RequestCall } from '../../store/requests/InFlightRequest'
import { getOrCreate } from '../../util/collections'

/**
 * The fields that a mutation is no longer expected to write: one that started later has confirmed them, and named them in its
 * body. One that names nothing takes nothing away.
 */
export class ConfirmedFields {
  readonly #names = new Map<string, Set<string>>()

  add(later: RequestCall): void {
    const names = later.endpoint.writtenFields?.(...later.args)
    if (names === undefined) return
    for (const [schemaKey, pks] of affectedBy(later).rows) {
      for (const pk of pks) {
        const known = getOrCreate(this.#names, keyOf(schemaKey, pk), () => new Set())
        for (const it of names) known.add(it)
      }
    }
  }

  of(schemaKey: string, pk: string): ReadonlySet<string> | undefined {
    return this.#names.get(keyOf(schemaKey, pk))
  }
}

function keyOf(schemaKey: string, pk: string): string {
  return JSON.stringify([schemaKey, pk])
}
