import { useController } from 'rtk-rest/react'
import { memberClosed } from '../deskSlice'
import { MemberResource } from '../resources/Member'
import { useAppDispatch, useAppSelector } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { DeleteConfirmation } from './DeleteConfirmation'

interface DeleteManyProps {
  readonly ids: readonly string[]
  readonly onKeep: () => void
  readonly onDone: () => void
}

/** Deletes many members with one request, after a confirmation. */
export function DeleteMany({ ids, onKeep, onDone }: DeleteManyProps) {
  return (
    <DeleteConfirmation
      what={many(ids.length)}
      submit={useDeleteMany(ids, onDone)}
      onKeep={onKeep}
      className="confirm confirm--list"
    />
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
