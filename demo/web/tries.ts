import type { DevtoolsGroup } from 'rtk-rest/devtools'
import type { Try } from '../panel/Tries'

/** What a new visitor may try, to see in a minute what the REST layer gives. */
export const tries: readonly Try[] = [
  {
    text: 'Open a member and rename them: one request, one row, and every place that shows the name.',
    isDone: (group) => succeeded(group, 'PATCH', '/api/members/'),
  },
  {
    text: 'Open another member, then the first one again: 0 requests, because all of it is known.',
    isDone: ({ cause, counts }) =>
      counts.requests === 0 &&
      counts.places !== 0 &&
      /^(?:Click: .* notes?|.*member=.*)$/.test(cause),
  },
  {
    text: 'In Orders, set the latency to 2 s and the outage on, and move an order: it moves at once, and returns when refused.',
    isDone: ({ requests }) =>
      requests.some(({ path, status }) => path.startsWith('/api/orders/') && status === 'failed'),
  },
]

function succeeded({ requests }: DevtoolsGroup, method: string, path: string): boolean {
  return requests.some(
    (request) =>
      request.method === method && request.path.startsWith(path) && request.status === 'done',
  )
}
