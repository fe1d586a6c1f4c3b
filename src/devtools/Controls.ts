import type { Reader } from '../store/Manager'
import { getRow } from '../store/state/table'
import type { RecorderApi } from './storeRecorder'
import { TimeTravel } from './TimeTravel'

/** What the buttons of the panel do. */
export class Controls {
  readonly time: TimeTravel
  readonly api: RecorderApi

  constructor(api: RecorderApi) {
    this.api = api
    this.time = new TimeTravel(api)
  }

  /** Requests a call again where it is in use; else it is stale from now on. */
  refetch(key: string): void {
    const reader = this.#readers.find((it) => it.key === key)
    if (reader === undefined) this.api.store.expireAll({ testKey: (it) => it === key })
    else this.#request([reader])
  }

  /** Hides the data of a call, which its readers request again. */
  invalidate(key: string): void {
    this.api.store.invalidateAll({ testKey: (it) => it === key })
  }

  /** Requests again all calls in use that show a row; returns how many there are. */
  refetchRow(table: string, pk: string): number {
    return this.#request(this.#readersOf(table, pk))
  }

  /** Hides a row, and requests again all calls in use that showed it. */
  invalidateRow(table: string, pk: string): void {
    const { store } = this.api
    const row = getRow(store.getState().entities[table], pk)
    if (row === undefined) return
    // A list shows its other members then, and would not ask by itself.
    const readers = this.#readersOf(table, pk)
    const landed = store.now()
    const meta = { ...row.meta, fetchedAt: landed, landed, date: Date.now() }
    store.write('invalidateRow', {
      entities: { [table]: { [pk]: { data: row.data, invalid: true, meta } } },
    })
    this.#request(readers)
  }

  get #readers(): readonly Reader[] {
    return [...this.api.runtime.managers.readers.keys()]
  }

  #readersOf(table: string, pk: string): readonly Reader[] {
    return this.#readers.filter((reader) =>
      [...this.api.store.rowsOf(reader)].some(
        ([schemaKey, key]) => schemaKey === table && key === pk,
      ),
    )
  }

  #request(readers: readonly Reader[]): number {
    const byKey = new Map(readers.map((reader) => [reader.key, reader]))
    // A failure is shown by the reader, and by the log.
    for (const reader of byKey.values()) this.api.store.refetch(reader).catch(() => undefined)
    return byKey.size
  }
}
