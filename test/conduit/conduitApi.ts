import type { IncomingMessage, RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Conduit, ListParams, Writing } from './Conduit'
import { Refusal } from './Refusal'

interface Call {
  readonly conduit: Conduit
  /** The user of the token, or nobody. */
  readonly viewer: string | undefined
  /** The user of the token. Throws a 401 where there is none. */
  user(): string
  /** The parts of the path that its pattern captures. */
  readonly parts: readonly string[]
  readonly search: ListParams
  readonly body: unknown
}

type Handler = (call: Call) => unknown

interface Credentials {
  readonly user: { readonly email: string; readonly password: string }
}
interface Article {
  readonly article: Partial<Writing>
}
interface Comment {
  readonly comment: { readonly body: string }
}

const favorite =
  (isOn: boolean): Handler =>
  ({ conduit, user, parts: [slug = ''] }) => ({ article: conduit.setFavorite(user(), slug, isOn) })

const follow =
  (isOn: boolean): Handler =>
  ({ conduit, user, parts: [name = ''] }) => ({ profile: conduit.setFollowing(user(), name, isOn) })

/** The handlers by method and path; the first that matches counts. */
const routes: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
  [
    'POST',
    /^\/users\/login$/,
    ({ conduit, body }) => {
      const { email, password } = (body as Credentials).user
      return { user: conduit.login(email, password) }
    },
  ],
  ['GET', /^\/tags$/, ({ conduit }) => ({ tags: conduit.tags() })],
  ['GET', /^\/articles$/, ({ conduit, viewer, search }) => conduit.list(viewer, search)],
  ['GET', /^\/articles\/feed$/, ({ conduit, user, search }) => conduit.feed(user(), search)],
  [
    'POST',
    /^\/articles$/,
    ({ conduit, user, body }) => ({ article: conduit.publish(user(), (body as Article).article) }),
  ],
  [
    'GET',
    /^\/articles\/([^/]+)$/,
    ({ conduit, viewer, parts: [slug = ''] }) => ({ article: conduit.article(viewer, slug) }),
  ],
  [
    'PUT',
    /^\/articles\/([^/]+)$/,
    ({ conduit, user, parts: [slug = ''], body }) => ({
      article: conduit.edit(user(), slug, (body as Article).article),
    }),
  ],
  [
    'DELETE',
    /^\/articles\/([^/]+)$/,
    ({ conduit, user, parts: [slug = ''] }) => conduit.delete(user(), slug),
  ],
  ['POST', /^\/articles\/([^/]+)\/favorite$/, favorite(true)],
  ['DELETE', /^\/articles\/([^/]+)\/favorite$/, favorite(false)],
  [
    'GET',
    /^\/articles\/([^/]+)\/comments$/,
    ({ conduit, viewer, parts: [slug = ''] }) => ({ comments: conduit.comments(viewer, slug) }),
  ],
  [
    'POST',
    /^\/articles\/([^/]+)\/comments$/,
    ({ conduit, user, parts: [slug = ''], body }) => ({
      comment: conduit.addComment(user(), slug, (body as Comment).comment.body),
    }),
  ],
  [
    'DELETE',
    /^\/articles\/[^/]+\/comments\/(\d+)$/,
    ({ conduit, user, parts: [id] }) => conduit.deleteComment(user(), Number(id)),
  ],
  [
    'GET',
    /^\/profiles\/([^/]+)$/,
    ({ conduit, viewer, parts: [name = ''] }) => ({ profile: conduit.profile(viewer, name) }),
  ],
  ['POST', /^\/profiles\/([^/]+)\/follow$/, follow(true)],
  ['DELETE', /^\/profiles\/([^/]+)\/follow$/, follow(false)],
]

/** The HTTP interface of a blog, below `/api`. */
export function conduitApi(conduit: Conduit): RequestListener {
  return async (request, response) => {
    const { status, body } = await respond(conduit, request)
    const text = body === undefined ? '' : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
}

async function respond(conduit: Conduit, request: IncomingMessage) {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const path = pathname.replace(/^\/api/, '')
  const [, pattern, handle] =
    routes.find(([method, it]) => method === request.method && it.test(path)) ?? []
  if (pattern === undefined || handle === undefined) return { status: 404, body: undefined }
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0
  const body = hasBody ? await json(request) : undefined
  try {
    const token = request.headers.authorization?.replace(/^Token /, '')
    const viewer = conduit.viewerOf(token)
    const user = () => signedIn(viewer)
    const parts = (pattern.exec(path) ?? []).slice(1).map(decodeURIComponent)
    const search: ListParams = Object.fromEntries(searchParams)
    const value = handle({ conduit, viewer, user, parts, search, body })
    return value === undefined ? { status: 204, body: undefined } : { status: 200, body: value }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: { errors: error.errors } }
  }
}

function signedIn(viewer: string | undefined): string {
  if (viewer === undefined) throw new Refusal(401, { token: ['is missing'] })
  return viewer
}
