/** The server of this page: it lists users, and renames them. */
const users = [
  { id: '1', name: 'Ada Lovelace' },
  { id: '2', name: 'Alan Turing' },
  { id: '3', name: 'Grace Hopper' },
]

export const fetchFn: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  await new Promise((resolve) => void setTimeout(resolve, 400))
  if (request.method === 'GET' && pathname === '/users') return Response.json(users)
  const user = users.find(({ id }) => pathname === `/users/${id}`)
  if (user === undefined) return new Response(null, { status: 404 })
  if (request.method === 'PATCH') Object.assign(user, await request.json())
  return Response.json(user)
}
