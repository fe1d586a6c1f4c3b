import { Entity, RestEndpoint } from 'rtk-rest'
import { useSubscription, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Job extends Entity {
  id = ''
  percent = 0
  status: 'running' | 'done' | 'failed' = 'running'
  static override key = 'Job'
}

export const getJob = new RestEndpoint({
  urlPrefix: API,
  path: '/jobs/:id',
  schema: Job,
  pollFrequency: 1_000,
})

export function JobStatus({ id }: { readonly id: string }) {
  const { percent, status } = useSuspense(getJob, { id })
  useSubscription(getJob, status === 'running' ? { id } : null) // null: no poll
  return <p role="status">{status === 'running' ? `${percent} %` : status}</p>
}
