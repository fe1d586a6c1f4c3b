export const times = { fetchedAt: 1, date: 1 }
const arg = { endpoint: 'User.get', key: 'GET /users/1', args: [] }
export const request = { kind: 'request', arg, requestId: 'a', ...times, expiresAt: 1 }
const fulfilled = { ...request, requestStatus: 'fulfilled' }
export const row = {
  data: { id: '1' },
  invalid: false,
  meta: { ...times, expiresAt: 1, landed: 1 },
}

/** Actions that no store sends: in development each is refused with one message, and the state stays as it is. */
export const actionRows: readonly (readonly [what: string, action: object])[] = [
  ['rows that are text', { meta: fulfilled, payload: { entities: 'abc' } }],
  ['rows that are a list', { meta: fulfilled, payload: { entities: [] } }],
  ['a table that is null', { meta: fulfilled, payload: { entities: { User: null } } }],
  ['a row that is null', { meta: fulfilled, payload: { entities: { User: { 1: null } } } }],
  [
    'a row without meta',
    { meta: fulfilled, payload: { entities: { User: { 1: { ...row, meta: null } } } } },
  ],
  [
    'a row without data',
    { meta: fulfilled, payload: { entities: { User: { 1: { ...row, data: 'x' } } } } },
  ],
  ['no payload', { meta: fulfilled }],
  ['no rows', { meta: fulfilled, payload: {} }],
  ['no arg', { meta: { ...fulfilled, arg: undefined }, payload: { entities: {} } }],
  ['a key that is a number', { meta: { ...fulfilled, arg: { ...arg, key: 1 } }, payload: {} }],
  ['a date that is no number', { meta: { ...fulfilled, date: 'now' }, payload: { entities: {} } }],
  ['keys that are text', { meta: { kind: 'invalidateAll', ...times }, payload: { keys: 'abc' } }],
  ['keys that are numbers', { meta: { kind: 'expireAll', ...times }, payload: { keys: [1] } }],
  ['no key', { meta: { kind: 'invalidate', ...times }, payload: {} }],
  ['a set without expiry', { meta: { kind: 'set', ...times }, payload: { entities: {} } }],
  ['a jump to no state', { meta: { kind: 'jump', ...times }, payload: {} }],
  ['a kind that there is not', { meta: { kind: 'explode', ...times } }],
  ['a kind that every object has', { meta: { kind: 'toString', ...times } }],
]
