import { UserCard } from './UserCard'
import { withRest } from './withRest'

const ada = { id: '1', name: 'Ada' }

/** Responds to each request: with what it sent, over Ada. */
const respond: typeof fetch = async (_input, init) => {
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as object) : {}
  return Response.json({ ...ada, ...body })
}

export default { component: UserCard, args: { id: '1' } }

export const Loaded = { decorators: [withRest(respond)] }

export const Loading = { decorators: [withRest(() => new Promise(() => undefined))] }

export const NotFound = {
  decorators: [withRest(async () => Response.json({}, { status: 404 }))],
}

export const RefusesToRename = {
  decorators: [
    withRest(async (input, init) =>
      init?.method === 'PATCH' ? Response.json({}, { status: 409 }) : respond(input, init),
    ),
  ],
}
