import { useSelector } from 'react-redux'
import { rows } from 'rtk-rest'
import type { RootWith } from 'rtk-rest/types'

/** One line for each mutation in flight, wherever it was sent. */
export function Saving() {
  const mutations = useSelector((state: RootWith<'rest'>) => state.rest.mutations)
  const pending = rows(mutations).filter(([, { status }]) => status === 'pending')
  return pending.map(([key, { arg }]) => <p key={key}>Saving: {arg.endpoint}</p>)
}
