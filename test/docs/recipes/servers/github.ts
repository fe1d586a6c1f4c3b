import { Collection, Entity, pages, Query, resource, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

class User extends Entity {
  id = 0
  login = ''
  static override key = 'User'
}

/** Names and numbers count within a repository, which only the address of an entity names. */
class InRepository extends Entity {
  owner = ''
  repo = ''

  static override process(input: { readonly url?: string }) {
    const [, owner, repo] = /\/repos\/([^/]+)\/([^/]+)/.exec(input.url ?? '') ?? []
    return { owner, repo, ...input } // the parameters of a deletion have both
  }
}

class Label extends InRepository {
  name = ''
  color = ''
  static override key = 'Label'

  override pk() {
    return `${this.owner}/${this.repo}/${this.name}`
  }
}

class Issue extends InRepository {
  number = 0
  title = ''
  state: 'open' | 'closed' = 'open'
  created_at = ''
  labels: readonly Label[] = []
  assignees: readonly User[] = []
  static override key = 'Issue'
  static override schema = { labels: [Label], assignees: [User] }

  override pk() {
    return `${this.owner}/${this.repo}/${this.number}`
  }
}

type IssueFilters = Readonly<Partial<Record<'state' | 'labels' | 'assignee', string>>>

/** `none` are those of nobody, and `*` those of anybody. */
const isAssigned = ({ assignees }: Issue, login: string) =>
  login === 'none'
    ? assignees.length === 0
    : assignees.some((it) => [it.login, '*'].includes(login))

const VIEWER = 'ada' // the user of the token

/** Without a `state`, lists have the open issues. `labels=bug,ui`: those with both. */
const filters = {
  state: (issue: Issue, state: string) => state === 'all' || issue.state === (state || 'open'),
  labels: ({ labels }: Issue, names: string) =>
    names === '' || names.split(',').every((name) => labels.some((label) => label.name === name)),
  assignee: (issue: Issue, login: string) => login === '' || isAssigned(issue, login),
}

const pageOf = (list: Collection<readonly [typeof Issue]>) => ({
  items: new Query(list, (issues) =>
    issues.toSorted((one, other) => other.created_at.localeCompare(one.created_at)),
  ),
  next: '',
})

class GitHubEndpoint extends RestEndpoint {
  override readonly urlPrefix = API

  override getHeaders(headers: Record<string, string>) {
    return { ...headers, accept: 'application/vnd.github+json', authorization: 'Bearer ghp_16C7' }
  }
}

/** A list with the address of the page behind, which stands in a header: `<…?page=2>; rel="next"`. */
async function readPage(this: RestEndpoint, response: Response) {
  const items = (await response.json()) as unknown
  if (this.method !== 'GET') return items
  const [, next = ''] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return { items, next }
}

export const IssueResource = resource({
  path: '/repos/:owner/:repo/issues/:number',
  schema: Issue,
  body: {} as { title?: string; state?: Issue['state']; labels?: string[]; assignees?: string[] },
  Endpoint: GitHubEndpoint,
})
  .extend('getList', {
    searchParams: {} as IssueFilters,
    schema: pageOf(new Collection([Issue], { filters })),
    paginationField: [pages, 'page'],
    parseResponse: readPage,
  })
  .extend(({ getList }) => ({
    /** The open issues of all repositories that are assigned to the user of the token. */
    getMine: getList.extend({
      path: '/issues',
      searchParams: undefined,
      schema: pageOf(
        new Collection([Issue], {
          filters: (issue) => issue.state === 'open' && isAssigned(issue, VIEWER),
        }),
      ),
    }),
  }))

export const LabelResource = resource({
  path: '/repos/:owner/:repo/labels/:name',
  schema: Label,
  body: {} as { name?: string; new_name?: string; color?: string },
  Endpoint: GitHubEndpoint,
})
