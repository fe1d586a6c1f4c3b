import { useRef } from 'react'
import { useSuspense } from 'rtk-rest/react'
import { getAccess } from '../resources/Access'
import { AccessItem } from './AccessItem'
import { Reading } from './Reading'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'

const call = { endpoint: getAccess }

/** Who may use the desk: people and programs. */
export function AccessPanel() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="panel panel--access" aria-labelledby="access-heading">
      <div className="panel__head">
        <h2 id="access-heading" ref={heading} tabIndex={-1}>
          Access
        </h2>
        <SourceButton of="Access" />
      </div>
      <Reading of={call} fallback={<Skeleton label="access" shape="access" rows={8} />}>
        <AccessList onRevoked={() => heading.current?.focus()} />
      </Reading>
    </section>
  )
}

function AccessList({ onRevoked }: { onRevoked: () => void }) {
  const all = useSuspense(getAccess)
  if (all.length === 0) return <p className="empty">No user has access to the desk any more.</p>
  return (
    <ul className="access">
      {all.map((one) => (
        <AccessItem key={`${one.type} ${one.id}`} one={one} onRevoked={onRevoked} />
      ))}
    </ul>
  )
}
