import { useDLE } from 'rtk-rest/react'
import { getMail } from './focusAndNetwork'

export function Mail() {
  const { data, loading, isPaused, error, refetch } = useDLE(getMail)
  if (error) return <p>{error.message}</p>
  return (
    <section>
      {isPaused && <p>You are offline. This goes on when you are back.</p>}
      {loading ? <p>…</p> : <p>{String(data)}</p>}
      <button onClick={() => refetch()}>Try now</button>
    </section>
  )
}
