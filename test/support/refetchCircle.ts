import { http, HttpResponse } from 'msw'
import { Invalidate, RestEndpoint } from 'rtk-rest'
import { API, server } from './server'
import { turns } from './turns'
import { Post, User } from './world'

/** Two endpoints whose responses invalidate each other's data, and the number of their requests. */
export function refetchCircle() {
  const count = { getUser: 0, getPost: 0 }
  server.use(
    http.get(`${API}/user`, () => {
      count.getUser += 1
      return HttpResponse.json({ user: { id: '1', name: 'Ada' }, stale: ['1'] })
    }),
    http.get(`${API}/post`, async () => {
      count.getPost += 1
      // It lands when the other reader shows its response.
      await turns()
      return HttpResponse.json({ post: { id: '1', title: 'Notes' }, stale: ['1'] })
    }),
  )
  const getUser = new RestEndpoint({
    path: '/user',
    urlPrefix: API,
    name: 'getUser',
    schema: { user: User, stale: [new Invalidate(Post)] },
  })
  const getPost = new RestEndpoint({
    path: '/post',
    urlPrefix: API,
    name: 'getPost',
    schema: { post: Post, stale: [new Invalidate(User)] },
  })
  return { count, getUser, getPost }
}
