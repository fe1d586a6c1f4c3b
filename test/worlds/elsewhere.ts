import { USERS } from './Database'
import type { ServerRequest } from './reads'
import type { Step } from './steps'

/** What another client does. */
export type WriteElsewhere = Extract<Step, { readonly do: 'others' }>

/** The request of another client, about a task with some key, or about a user. */
export function requestElsewhere(step: WriteElsewhere, key: string): ServerRequest {
  const { row, method, fields, person } = step
  const user = `/users/${USERS[row % USERS.length]}`
  if (person === undefined)
    return { method, path: method === 'POST' ? '/tasks' : `/tasks/${key}`, body: fields }
  if (person === 'create') return { method: 'POST', path: '/users', body: { login: `user${row}` } }
  if (person === 'rename') {
    return { method: 'PATCH', path: user, body: { name: `Somebody ${row}` } }
  }
  return { method: row % 2 === 0 ? 'POST' : 'DELETE', path: `${user}/${person}` }
}
