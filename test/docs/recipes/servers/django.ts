import { Collection, counted, Entity, pages, Query, resource, RestEndpoint } from 'rtk-rest'
import { array, record, string } from 'valibot'
import { API } from '../api'

class User extends Entity {
  id = 0
  username = ''
  static override key = 'User'
}

class Task extends Entity {
  id = 0
  title = ''
  done = false
  owner = User.fromJS({})
  static override key = 'Task'
  static override schema = { owner: User }
}

export class DjangoEndpoint extends RestEndpoint {
  override readonly urlPrefix = API

  override getHeaders(headers: Record<string, string>) {
    return { ...headers, authorization: 'Token 9944b' }
  }
}

/** The filters of django-filter, SearchFilter and OrderingFilter. */
interface TaskFilters {
  readonly done?: boolean
  readonly search?: string
  readonly ordering?: 'title' | '-title'
}

const tasks = new Collection([Task], {
  filters: {
    search: ({ title }, text) => title.toLowerCase().includes(text.toLowerCase()),
  },
})

/** Django's `ordering = ['-id']`, also for tasks that a change moves between lists. */
const newestFirst = new Query(tasks, (shown, { ordering }: TaskFilters = {}) =>
  ordering ? shown : shown.toSorted((one, other) => other.id - one.id),
)

export const TaskResource = resource({
  path: '/tasks/:id/', // with the slash at its end, also for the list
  schema: Task,
  body: {} as Partial<Pick<Task, 'title' | 'done'>>,
  errorSchema: record(string(), array(string())), // { "title": ["This field may not be blank."] }
  Endpoint: DjangoEndpoint,
}).extend('getList', {
  searchParams: {} as TaskFilters,
  schema: { results: newestFirst, count: counted, next: '' as string | null },
  paginationField: [pages, 'page'],
})

/** The number of the page behind, out of a whole address: `http://example.com/tasks/?page=2`. */
export function pageIn(next: string | null): number | undefined {
  const page = next && new URL(next).searchParams.get('page')
  return page ? Number(page) : undefined
}
