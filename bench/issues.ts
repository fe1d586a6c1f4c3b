import { Collection, Entity, RestEndpoint } from 'rtk-rest'

/** Somebody who opens issues. */
export class User extends Entity {
  id = ''
  login = ''
  static override key = 'User'
}

/** What an issue is marked with. */
export class Label extends Entity {
  id = ''
  name = ''
  color = ''
  static override key = 'Label'
}

/** An issue with its author and labels inside, as servers send them. */
export class Issue extends Entity {
  id = ''
  number = 0
  title = ''
  body = ''
  state = 'open'
  user = User.fromJS({})
  labels: Label[] = []
  static override key = 'Issue'
  static override schema = { user: User, labels: [Label] }
}

/** The list that is measured. */
export const getIssues = new RestEndpoint({
  path: '/issues',
  schema: new Collection([Issue]),
  name: 'Issue.getList',
})

/** A payload of `count` issues with uuid-like keys, a tenth as many users and twenty labels. */
export function makeIssues(count: number): object[] {
  const labels = Array.from({ length: 20 }, (_, at) => ({
    id: key(at),
    name: `l${at}`,
    color: 'f00',
  }))
  return Array.from({ length: count }, (_, at) => ({
    id: key(at),
    number: at,
    title: `Issue ${at}`,
    body: 'What happened, what should have happened, and how to see it happen.',
    state: at % 3 === 0 ? 'closed' : 'open',
    comments: at % 7,
    locked: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    closed_at: null,
    user: { id: key(at % Math.ceil(count / 10)), login: `user${at % Math.ceil(count / 10)}` },
    labels: [labels[at % 20], labels[(at + 7) % 20], labels[(at + 13) % 20]],
  }))
}

function key(at: number): string {
  return `${at.toString(16).padStart(8, '0')}-5b1e-4c0a-9d3f-${(at * 7919).toString(16).padStart(12, '0')}`
}
