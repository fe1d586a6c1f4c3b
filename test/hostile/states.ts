/** States that are none of this build: they read as empty, with one message. */
export const unreadable: readonly (readonly [what: string, state: unknown])[] = [
  ['{}', {}],
  ['[]', []],
  ['a table', [[], {}]],
  ['of another library', { queries: {}, mutations: {} }],
  [
    'without a version',
    { entities: {}, requests: {}, mutations: {}, optimistic: [], lastReset: 0 },
  ],
  ['of an earlier version', { version: 1, entities: { User: 'abc' } }],
  ['of a later version', { version: 3, tables: [] }],
  ['with a version that is text', { version: '2' }],
]

/** Values that are no object. */
export const NO_OBJECTS = [null, 'text', '', 5, 0, true] as const

type Json = ReturnType<typeof JSON.parse>

const LIST = 'GET http://api.test/users'
const FOREVER = 8e15

const MUTATION = {
  fetchedAt: FOREVER,
  status: 'pending',
  requestId: 'theirs-1',
  arg: { endpoint: 'User.update', key: 'PUT /users/1', args: [] },
}

/** What states of other sessions contain that is of no use here: all of their data is shown. */
export const foreign: readonly (readonly [what: string, change: (state: Json) => void])[] = [
  ['as it was', () => undefined],
  ['an unknown member', (state) => (state._persist = { version: -1 })],
  [
    'a row dated next year',
    (state) =>
      Object.assign(state.entities.User[1].meta, {
        fetchedAt: FOREVER,
        date: FOREVER,
        landed: FOREVER,
        expiresAt: FOREVER + 5,
      }),
  ],
  [
    'a response dated next year',
    (state) =>
      Object.assign(state.requests[LIST], { fetchedAt: FOREVER, date: FOREVER, landed: FOREVER }),
  ],
  ['a request in flight', (state) => (state.requests[LIST].requestId = 'theirs-2')],
  [
    'a first request in flight',
    (state) =>
      (state.requests['GET /first'] = {
        ...state.requests[LIST],
        status: 'pending',
        requestId: 'theirs-3',
      }),
  ],
  ['a mutation in flight', (state) => (state.mutations['theirs-1'] = MUTATION)],
  [
    'what a mutation is expected to change',
    (state) => {
      const { User } = state.entities as { User: Record<string, unknown> }
      User['new-theirs-1-1'] = User['1']
      state.confirmed = { User: { 1: User['1'], 'new-theirs-1-1': null } }
      state.mutations['theirs-1'] = MUTATION
    },
  ],
  ['a reset of next year', (state) => (state.lastReset = FOREVER)],
]
