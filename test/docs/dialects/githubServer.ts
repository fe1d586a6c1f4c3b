import { API, type MockResponse } from '../recipes/api'
import { type Call, serve } from './serve'

interface Issue {
  readonly repo: string
  readonly number: number
  readonly title: string
  readonly state: string
  readonly created_at: string
  readonly labels: readonly string[]
  readonly assignees: readonly string[]
}

const PAGE_SIZE = 3

/** GitHub's issues and labels, of two repositories of one owner. The user of the token is ada. */
export function githubServer(
  seed: readonly (Partial<Issue> & Pick<Issue, 'repo' | 'number' | 'title'>)[],
) {
  let clock = 0
  const users = ['ada', 'bob']
  let labels = ['bug', 'ui', 'docs'].map((name, at) => ({ id: at + 1, name }))
  const created = (issue: (typeof seed)[number]): Issue => {
    clock += 1
    const created_at = new Date(Date.UTC(2026, 0, clock)).toISOString()
    return { state: 'open', labels: [], assignees: [], ...issue, created_at }
  }
  let issues: readonly Issue[] = seed.map(created)

  const labelOf = (repo: string, name: string) => ({
    id: labels.find((it) => it.name === name)?.id,
    url: `${API}/repos/ada/${repo}/labels/${name}`,
    name,
    color: 'f29513',
  })
  const shown = (issue: Issue) => ({
    ...issue,
    repo: undefined,
    url: `${API}/repos/ada/${issue.repo}/issues/${issue.number}`,
    labels: issue.labels.map((name) => labelOf(issue.repo, name)),
    assignees: issue.assignees.map((login) => ({ id: users.indexOf(login) + 1, login })),
  })
  const page = ({ search, url }: Call, found: readonly Issue[]): MockResponse => {
    const number = Number(search.get('page') ?? 1)
    const sorted = found.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    const json = sorted.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(shown)
    const next = new URL(url)
    next.searchParams.set('page', `${number + 1}`)
    const isLast = number * PAGE_SIZE >= found.length
    return { json, headers: isLast ? {} : { link: `<${next}>; rel="next", <${url}>; rel="last"` } }
  }
  const one = ({ params }: Call, found: (issue: Issue) => MockResponse): MockResponse => {
    const issue = issues.find(
      ({ repo, number }) => repo === params['repo'] && number === Number(params['number']),
    )
    return issue ? found(issue) : { status: 404, json: { message: 'Not Found' } }
  }
  const relabel = (change: (name: string) => readonly string[]) => {
    labels = labels.flatMap(({ id, name }) => change(name).map((it) => ({ id, name: it })))
    issues = issues.map((issue) => ({ ...issue, labels: issue.labels.flatMap(change) }))
  }
  const hasState = ({ search }: Call, { state }: Issue) =>
    search.get('state') === 'all' || state === (search.get('state') ?? 'open')

  return serve({
    'GET /issues': (call) =>
      page(
        call,
        issues.filter((issue) => hasState(call, issue) && issue.assignees.includes('ada')),
      ),
    'GET /repos/ada/:repo/issues': (call) => {
      const names = call.search.get('labels')?.split(',') ?? []
      const assignee = call.search.get('assignee')
      const found = issues
        .filter((issue) => issue.repo === call.params['repo'] && hasState(call, issue))
        .filter((issue) => names.every((name) => issue.labels.includes(name)))
        .filter((issue) => assignee === null || issue.assignees.includes(assignee))
      return page(call, found)
    },
    'POST /repos/ada/:repo/issues': ({ params: { repo = '' }, body }) => {
      const fields = JSON.parse(body) as Partial<Issue>
      if (!fields.title) {
        const errors = [{ resource: 'Issue', field: 'title', code: 'missing_field' }]
        return { status: 422, json: { message: 'Validation Failed', errors } }
      }
      const number = Math.max(...issues.map((it) => it.number)) + 1
      const issue = created({ ...fields, repo, number, title: fields.title })
      issues = [...issues, issue]
      return { status: 201, json: shown(issue) }
    },
    'GET /repos/ada/:repo/issues/:number': (call) => one(call, (issue) => ({ json: shown(issue) })),
    'PATCH /repos/ada/:repo/issues/:number': (call) =>
      one(call, (issue) => {
        const changed = { ...issue, ...(JSON.parse(call.body) as Partial<Issue>) }
        issues = issues.map((it) => (it === issue ? changed : it))
        return { json: shown(changed) }
      }),
    'GET /repos/ada/:repo/labels': ({ params: { repo = '' } }) => ({
      json: labels.map(({ name }) => labelOf(repo, name)),
    }),
    'PATCH /repos/ada/:repo/labels/:name': ({ params: { repo = '', name = '' }, body }) => {
      const { new_name = name } = JSON.parse(body) as { readonly new_name?: string }
      relabel((it) => [it === name ? new_name : it])
      return { json: labelOf(repo, new_name) }
    },
    'DELETE /repos/ada/:repo/labels/:name': ({ params: { name } }) => {
      relabel((it) => (it === name ? [] : [it]))
      return { status: 204 }
    },
  })
}
