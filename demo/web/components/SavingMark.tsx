import { rowKey } from 'rtk-rest'
import type { Entity } from 'rtk-rest'
import { rest, useAppSelector } from '../store'

/** Marks a row while a mutation of it is in flight. It takes no room, so nothing moves. */
export function SavingMark({ of: entity }: { of: Entity }) {
  const isSaving = useIsPending(entity)
  if (!isSaving) return null
  return (
    <span className="saving">
      <span className="visually-hidden">Saving</span>
    </span>
  )
}

function useIsPending(entity: Entity): boolean {
  const kind = entity.constructor as typeof Entity
  // One that the server has not created yet has no primary key of its own.
  const pk = entity.pk() || rowKey(entity)
  return useAppSelector((state) => rest.selectors.selectIsPending(state, kind, pk))
}
