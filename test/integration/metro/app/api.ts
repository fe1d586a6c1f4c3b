// The API that the app reads: on a server under Node, and within the engine under Hermes, which has no network.

interface ApiResponse {
  readonly status: number
  readonly body: unknown
}

interface User {
  readonly id: number
  readonly name: string
  readonly team: string
}

/** Responds to requests, and stores what was written. Two of three reads of a user fail. */
export function createApi(): (method: string, address: string, body: string) => ApiResponse {
  let users: readonly User[] = [
    { id: 1, name: 'Ada', team: 'red' },
    { id: 2, name: 'Bob', team: 'blue' },
  ]
  let attempts = 0
  let ticks = 0
  const list = (search: string): ApiResponse => {
    // The parameters are sorted by name; any other order is no address of this API.
    const [, team] = /^order=name&team=(\w+)$/.exec(search) ?? []
    if (team === undefined) return { status: 404, body: { search } }
    return { status: 200, body: users.filter((user) => user.team === team) }
  }
  const create = (body: string): ApiResponse => {
    const user = { id: users.length + 1, ...(JSON.parse(body) as Omit<User, 'id'>) }
    users = [...users, user]
    return { status: 201, body: user }
  }
  return (method, address, body) => {
    const [path, search = ''] = address.split('?')
    const status = path === '/users/1' && method === 'GET' && ++attempts % 3 !== 0 ? 503 : 200
    switch (`${method} ${path}`) {
      case 'GET /ticks':
        return { status, body: { count: ++ticks } }
      case 'GET /users':
        return list(search)
      case 'POST /users':
        return create(body)
      case 'PATCH /users/1':
        return { status, body: { ...users[0], ...(JSON.parse(body) as object) } }
      case 'DELETE /users/2':
        return { status, body: { id: 2 } }
      default:
        return { status, body: users[0] }
    }
  }
}
