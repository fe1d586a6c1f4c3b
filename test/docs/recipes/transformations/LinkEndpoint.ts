import LinkHeader from 'http-link-header'
import {
  Collection,
  type Controller,
  Entity,
  pages,
  RestEndpoint,
  type RestGenerics,
} from 'rtk-rest'
import { API } from '../api'

export class LinkEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override async parseResponse(response: Response): Promise<unknown> {
    const items = await super.parseResponse(response)
    // push and similar members derive from the list, but their responses are not pages.
    if (this.method !== 'GET') return items
    const [next] = LinkHeader.parse(response.headers.get('link') ?? '').rel('next')
    const query = next && new URL(next.uri, response.url).searchParams
    return { items, cursor: query?.get('cursor') ?? '' }
  }
}

class Issue extends Entity {
  id = ''
  title = ''
  static override key = 'Issue'
}

export const getIssues = new LinkEndpoint({
  urlPrefix: API,
  path: '/issues',
  searchParams: {} as { readonly project: string },
  schema: { items: new Collection([Issue]), cursor: '' },
  paginationField: [pages, 'cursor'],
})

export async function loadAll(controller: Controller, project: string): Promise<void> {
  const visited = new Set<string>()
  let { cursor } = await controller.fetch(getIssues, { project })
  // If the last page links back to an earlier one, the loop would never end.
  while (cursor !== '' && !visited.has(cursor)) {
    visited.add(cursor)
    const page = await controller.fetch(getIssues.getPage, { project, cursor })
    cursor = page.cursor
  }
}
