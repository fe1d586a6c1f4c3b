import { API, type MockResponse, type Received } from '../recipes/api'

/** A request that a route has matched. */
export interface Call {
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
  readonly url: URL
  readonly headers: Received['headers']
  readonly body: string
}

/** What a server responds, by method and path: `GET /tasks/:id/`. The first route that matches counts. */
type Routes = Readonly<Record<string, (call: Call) => MockResponse>>

/** A server of some routes. All else is a 404. */
export function serve(routes: Routes): (request: Received) => MockResponse {
  return ({ method, path, headers, body }) => {
    const url = new URL(path, API)
    for (const [route, handle] of Object.entries(routes)) {
      const [ofRoute, template = ''] = route.split(' ')
      const pattern = new RegExp(`^${template.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
      const params = method === ofRoute ? pattern.exec(url.pathname)?.groups : undefined
      if (params || (method === ofRoute && pattern.test(url.pathname)))
        return handle({ params: { ...params }, search: url.searchParams, url, headers, body })
    }
    return { status: 404, json: { detail: `No route for ${method} ${path}.` } }
  }
}
