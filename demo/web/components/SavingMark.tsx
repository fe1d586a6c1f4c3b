import type { Entity } from 'rtk-rest'
import { rest, useAppSelector } from '../store'

interface SavingMarkProps {
  readonly of: typeof Entity
  readonly pk: string
}

/** Marks an entity while a mutation of it is in flight. It takes no room, so nothing moves. */
export function SavingMark({ of: kind, pk }: SavingMarkProps) {
  const isSaving = useAppSelector((state) => rest.selectors.selectIsPending(state, kind, pk))
  if (!isSaving) return null
  return (
    <span className="saving">
      <span className="visually-hidden">Saving</span>
    </span>
  )
}
