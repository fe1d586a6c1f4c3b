import type { Action } from '@reduxjs/toolkit'
import { type RestState, rows } from 'rtk-rest'

/** For an error reporter: which actions there were, and nothing of what they contain. */
export const withoutData = ({ type }: Action) => ({ type })

/** The same for the state: how many rows each table has. */
export function countRows({ rest }: { readonly rest: RestState }): Record<string, number> {
  const tables = Object.entries(rest.entities)
  return Object.fromEntries(tables.map(([name, table]) => [name, rows(table).length]))
}
