import { type EntityRow, getRow, type RequestRow, rows } from 'rtk-rest'
import { entriesIn } from './internals'
import { rowsIn } from './Ledger'
import { usedBy } from './Readers'
import type { Simulation } from './Simulation'
import { Post, User } from './world'

/** What is there at rest has a bound: in the state it is what readers use, in the storage what is in the state. */
export async function checkBounds(it: Simulation): Promise<void> {
  if (it.profile.hasSweeps) {
    await it.time.advance(10_000)
    checkState(it)
  }
  checkStorage(it)
}

function checkState(it: Simulation): void {
  const { rest, store, state } = it.simulated
  const used = [...it.readers.used(), ...it.subscribed.map(usedBy)]
  // A store that nobody reads is not swept, and a query uses rows that it does not show.
  if (used.length === 0 || used.some(({ isQuery }) => isQuery)) return
  // Who is shown an error, or had a call invalidated, uses what is hidden.
  const isHidden = ({ invalid, status }: RequestRow) => invalid || status === 'rejected'
  if (rows(state.requests).some(([, row]) => isHidden(row))) return
  const values = used.map(({ read }) => read(rest.selectors, store.getState()))
  const shown = new Set(values.flatMap((value) => [...rowsIn(value)]))
  for (const [table, { key }] of [['users', User] as const, ['posts', Post] as const]) {
    for (const [pk, { invalid }] of rows<EntityRow>(state.entities[key])) {
      // A list may name what is deleted.
      if (!invalid && !shown.has(`${table}/${pk}`)) it.find('unused row remains', `${table}/${pk}`)
    }
  }
}

function checkStorage(it: Simulation): void {
  const { origin, page, writer } = it.reloads
  // What a storage has lost or refused is not known.
  if (!page.isReliable) return
  // One text is that of one tab.
  const { entities, requests } = writer.state
  for (const [[name, pk]] of entriesIn(origin.text ?? '')) {
    if (name === undefined) continue
    const row = pk === undefined ? getRow(requests, name) : getRow(entities[name], pk)
    if (row === undefined) it.find('stored without a row', `${name} ${pk ?? ''}`)
  }
}
