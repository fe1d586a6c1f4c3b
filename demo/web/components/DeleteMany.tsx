import { matchRejected } from 'rtk-rest'
import { useMutation } from 'rtk-rest/react'
import { closeDeleted } from '../address'
import { formatNumber } from '../formatNumber'
import { MemberResource } from '../resources/Member'
import { useAnnounce } from '../useAnnounce'
import { useIsOpen } from '../useIsOpen'
import { DeleteConfirmation } from './DeleteConfirmation'

interface DeleteManyProps {
  readonly ids: readonly string[]
  readonly onKeep: () => void
  readonly onDone: () => void
}

/** Deletes many members with one request, after a confirmation. */
export function DeleteMany({ ids, onKeep, onDone }: DeleteManyProps) {
  const announce = useAnnounce()
  const isOpen = useIsOpen()
  const [deleteMany, { isLoading, error, args }] = useMutation(MemberResource.deleteMany)
  // While it runs, those that were sent, whatever is selected meanwhile.
  const count = isLoading && args !== undefined ? args[0].length : ids.length
  const submit = async () => {
    if (matchRejected(await deleteMany([...ids]))) return
    closeDeleted(ids)
    announce(`${many(count)} ${count === 1 ? 'was' : 'were'} deleted.`)
    if (isOpen()) onDone()
  }
  return (
    <DeleteConfirmation
      what={many(count)}
      progress={`${many(count)} ${count === 1 ? 'is' : 'are'} being deleted.`}
      isDeleting={isLoading}
      error={error}
      onDelete={() => void submit()}
      onKeep={onKeep}
      className="confirm confirm--list"
    />
  )
}

/** `1 member`, `3 members` */
export function many(count: number): string {
  return count === 1 ? '1 member' : `${formatNumber(count)} members`
}
