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
  const pk = entity.pk() ?? ''
  return useAppSelector((state) => rest.selectors.selectIsPending(state, kind, pk))
}
