import { INVALID } from '../schema/schemaObject'
import { getOwn } from '../util/record'
import type { RowsWritten } from './PendingRows'
import { type Landing, plainLanding } from './landing'
import { DenormalizeCache } from './DenormalizeCache'
import { deletedEntities, Denormalizer } from './Denormalizer'
import { NormalizeRun } from './NormalizeRun'
import { plainSource, type RowSource } from './rowSource'

/** Reads deleted entities: a field that does not fit stays as it last was, and no deletion fails for it. */
class LenientRun extends NormalizeRun {
  override visitField(...args: Parameters<NormalizeRun['visitField']>): unknown {
    return this.attempt(() => super.visitField(...args))
  }
}

/**
 * Keeps the deleted entities that a response carries, with all that is nested in them, for the caller of the delete. The
 * data of such a response is from before the deletion, and is not stored.
 */
export function keepDeleted(
  { deleted, args }: NormalizeRun,
  { entities }: RowsWritten,
  source: RowSource,
  { meta }: Landing,
): void {
  const landing = { ...plainLanding(meta), isMutation: true }
  const run = new LenientRun(source, undefined, args, landing, new Map())
  const carried = deleted.filter(
    ({ schema, pk, response, parent, key }) =>
      run.attempt(() => run.visit(schema, response, parent, key)) === pk,
  )
  const rows = plainSource(run.attempt(() => run.finish().entities) ?? {})
  const getRow: RowSource['getRow'] = (...name) => rows.getRow(...name) ?? source.getRow(...name)
  const cache = new DenormalizeCache(rows)
  for (const { schema, pk } of carried) {
    const row = getOwn(getOwn(entities, schema.key), pk)
    const denormalizer = new Denormalizer({ ...source, getRow }, cache, rows, args)
    const entity = run.attempt(() => denormalizer.row(schema, pk))
    if (row !== undefined && entity !== INVALID) deletedEntities.set(row, entity)
  }
}
