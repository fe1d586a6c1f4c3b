import { getRow, type RestState } from 'rtk-rest'

/** The server's row, whatever is expected of it. */
export function serverRow({ entities, confirmed }: RestState, schemaKey: string, pk: string) {
  const covered = getRow(confirmed[schemaKey], pk)
  return covered === undefined ? getRow(entities[schemaKey], pk) : (covered ?? undefined)
}
