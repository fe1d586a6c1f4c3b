import { matchRejected } from 'rtk-rest'
import { useMutation } from 'rtk-rest/react'
import { revokeAccess, Trader } from '../resources/Access'
import type { Algo } from '../resources/Access'
import { useAnnounce } from '../useAnnounce'
import { useRefusal } from '../useRefusal'
import { Refusal } from './Refusal'

interface AccessItemProps {
  readonly one: Trader | Algo
  readonly onRevoked: () => void
}

/** A person or a program that may use the desk, and can be kept from it. */
export function AccessItem({ one, onRevoked }: AccessItemProps) {
  const announce = useAnnounce()
  const [revoke, { isLoading, error }] = useMutation(revokeAccess)
  const submit = async () => {
    if (isLoading) return
    if (matchRejected(await revoke({ type: one.type, id: one.id }))) return
    announce(`${one.name} may not use the desk any more.`)
    onRevoked()
  }
  return (
    <li className="access__item">
      <span className="member__text">
        <span className="member__name">{one.name}</span>
        <span className="quiet">
          {one instanceof Trader ? `Trader, ${one.desk}` : `Program, version ${one.version}`}
        </span>
      </span>
      <button
        type="button"
        className="button button--quiet button--small"
        aria-label={`Revoke access of ${one.name}`}
        aria-disabled={isLoading}
        onClick={() => void submit()}
      >
        Revoke
      </button>
      <Refusal refused={useRefusal(error)} />
    </li>
  )
}
