import type { FetchPromise, RestAction } from 'rtk-rest'

import type { ShownCheck } from './checkShown'
import { type Ledger, rowsIn } from './Ledger'
import type { Write } from './Write'
import type { ModelResponse } from './ModelServer'
import type { Network } from './Network'

/** What is checked of the promises that a user of the store is given. */
export class PromiseCheck {
  readonly #ledger: Ledger
  readonly #network: Network
  readonly #shown: ShownCheck
  readonly #find: (kind: string, detail: string) => void
  readonly #seen = new WeakSet<RestAction>()
  /** What could be shown when a request landed. */
  readonly #landed = new Map<string, number>()

  constructor(
    ledger: Ledger,
    network: Network,
    shown: ShownCheck,
    find: (kind: string, detail: string) => void,
  ) {
    this.#ledger = ledger
    this.#network = network
    this.#shown = shown
    this.#find = find
  }

  /** Takes notice of an action that the store has taken; `write` is the mutation that it is about. */
  notice(action: RestAction, writeOf: (requestId: string) => Write | undefined): void {
    // The same action again has no new information.
    if (this.#seen.has(action)) return
    this.#seen.add(action)
    const { meta } = action
    if (meta.kind === 'reset') this.#ledger.reset()
    else if (meta.kind === 'request') this.#noticeRequest(action, meta, writeOf(meta.requestId))
  }

  /** A mutation is sent, unless it was aborted or the store was reset, or the row that it names was not created. */
  checkEnd({ outcome, isAborted, called, kind, row, creation }: Write): void {
    const ledger = this.#ledger
    if (outcome !== 'unsent' || isAborted || ledger.resets.some((at) => at > called)) return
    const isLost = ledger.epoch > (creation?.called ?? Infinity)
    const isCreated = creation?.outcome === 'confirmed' || creation?.outcome === 'pending'
    if (creation !== undefined && (isLost || !isCreated)) return
    this.#find('never sent', `${kind} of ${row ?? 'a new row'}`)
  }

  /** What a mutation resolves to has the fields that it wrote. */
  checkWritten(write: Write, value: unknown): void {
    const { row = '', start, end, fields, kind } = write
    // It resolves to what is shown, also of mutations that are called later.
    const isRival = (it: Write): boolean => it !== write && it.row === row && it.called < end
    const isAlone =
      !this.#ledger.writes.some((it) => isRival(it) && it.end > start) &&
      !this.#ledger.isSetBetween(row, start, Infinity) &&
      !this.#ledger.isTurbulent(start, Infinity)
    if (!isAlone || kind === 'delete' || write.isEmpty === true) return
    const shown = value as Record<string, unknown> | undefined
    const wrong = Object.keys(fields).filter((it) => it !== 'author' && shown?.[it] !== fields[it])
    if (wrong.length === 0) return
    const what = wrong.join(' and ')
    this.#find('wrong value', `${kind} of ${row} resolved with another ${what} than it wrote`)
  }

  /** What a read resolves to is nothing that must not be shown. */
  checkRead(requestId: string, label: string, value: unknown): void {
    if (this.#landed.get(requestId) !== this.#ledger.changes) return
    for (const { kind, detail } of this.#shown.findingsIn(value)) {
      this.#find(`${kind} by a promise`, `${label}: ${detail}`)
    }
  }

  /**
   * A read receives the response of its own call, and not of a request that an earlier task started.
   * @param since when the task began that called it
   */
  checkResponse({ meta }: RestAction, path: string, since: number): void {
    if (meta.kind !== 'request' || meta.requestStatus !== 'fulfilled') return
    const exchange = this.#network.exchangeOf(meta.requestId)
    if (exchange === undefined || exchange.method !== 'GET') return
    if (!this.#network.exchangesOf(meta.requestId).some((it) => it.path === path)) {
      this.#find('not requested', `${path} received the response of ${exchange.path}`)
    } else if ((this.#ledger.startOf(meta.requestId) ?? Infinity) < since) {
      this.#find(
        'outdated response',
        `${path} received the response of a request that an earlier task had started`,
      )
    }
  }

  /** What a user asks for without a network is tried at once, and fails. */
  checkOutage({ unwrap }: FetchPromise<unknown>, path: string): void {
    if (this.#network.isOnline()) return
    const check = (error?: { readonly code?: unknown }): void => {
      if (error?.code !== 'NETWORK') this.#find('no failure without a network', path)
    }
    unwrap().then(() => check(), check)
  }

  /** A mutation has landed. */
  confirm(write: Write, response: ModelResponse, isEmpty = false): void {
    if (write.kind === 'move') {
      const versions = this.#network.server.historyOf(write.row ?? '')
      const at = versions.findIndex(({ revision }) => revision === response.revision)
      write.isMoving = versions[at]?.row?.['status'] !== versions[at - 1]?.row?.['status']
    }
    this.#ledger.confirm(write, response, isEmpty && write.kind !== 'delete')
  }

  #noticeRequest(
    { payload }: RestAction,
    { requestId, requestStatus }: Extract<RestAction['meta'], { kind: 'request' }>,
    write: Write | undefined,
  ): void {
    if (requestStatus === 'pending') return this.#ledger.noteStart(requestId)
    const { response, fate } = this.#network.exchangeOf(requestId) ?? {}
    if (write?.outcome === 'pending') {
      if (requestStatus === 'rejected') this.#ledger.fail(write)
      else if (response !== undefined) this.confirm(write, response, fate?.isEmpty)
    } else if (requestStatus === 'fulfilled') {
      const bodies = this.#network.exchangesOf(requestId).map((it) => it.response?.body)
      this.#ledger.noteRead(
        bodies.flatMap((it) => [...rowsIn(it)]),
        this.#ledger.startOf(requestId),
      )
    }
    // A page that a newer request overtook is for its caller alone: what the server said when it was requested.
    if (write !== undefined || isStored(payload)) this.#landed.set(requestId, this.#ledger.changes)
  }
}

function isStored(payload: unknown): boolean {
  const { entities } = Object(payload) as { readonly entities?: object }
  return entities !== undefined && Object.keys(entities).length > 0
}
