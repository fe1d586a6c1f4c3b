import { useController } from 'rtk-rest/react'
import { memberClosed } from '../deskSlice'
import { MemberResource } from '../resources/Member'
import { useAppDispatch, useAppSelector } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

interface DeleteManyProps {
  readonly ids: readonly string[]
  readonly onKeep: () => void
  readonly onDone: () => void
}

/** Asks before it deletes many members with one request. */
export function DeleteMany({ ids, onKeep, onDone }: DeleteManyProps) {
  const { run, isRunning, refusal } = useDeleteMany(ids, onDone)
  return (
    <div className="confirm confirm--list" role="group" aria-label={`Delete ${many(ids.length)}`}>
      <p>Delete {many(ids.length)} and all notes about them? This cannot be undone.</p>
      <div className="form__actions">
        {/* The safe answer has the focus, so that a second Enter deletes nothing. */}
        <button type="button" className="button" autoFocus onClick={onKeep}>
          Keep
        </button>
        <button
          type="button"
          className="button button--danger"
          aria-disabled={isRunning}
          onClick={run}
        >
          Delete for good
        </button>
      </div>
      <Refusal text={refusal} />
    </div>
  )
}

function useDeleteMany(ids: readonly string[], onDone: () => void) {
  const controller = useController()
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const selectedId = useAppSelector((state) => state.desk.selectedMemberId)
  return useSubmit(async () => {
    await controller.fetch(MemberResource.deleteMany, [...ids])
    if (selectedId !== null && ids.includes(selectedId)) dispatch(memberClosed())
    announce(`${many(ids.length)} ${ids.length === 1 ? 'was' : 'were'} deleted.`)
    onDone()
  })
}

/** `1 member`, `3 members` */
export function many(count: number): string {
  return count === 1 ? '1 member' : `${count} members`
}
