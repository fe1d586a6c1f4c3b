import type { RestState } from 'rtk-rest'

/** A state as `JSON.parse` gives it, to be spoiled. */
type Json = ReturnType<typeof JSON.parse>
type Spoilt = Record<keyof RestState, Json>

/** What is still shown: the name of user 1, and the names of the list. */
type Shown = readonly [user: string | undefined, list: readonly (string | undefined)[] | undefined]

const ALL: Shown = ['Ada', ['Ada', 'Bob']]
const NOTHING: Shown = [undefined, undefined]
const NO_USERS: Shown = [undefined, []]
const NO_ADA: Shown = [undefined, ['Bob']]
const ONLY_ADA: Shown = ['Ada', undefined]

const GET = 'GET http://api.test/users/1'
const LIST = 'GET http://api.test/users'

const set =
  (...path: [...keys: string[], value: unknown]) =>
  (state: Spoilt): unknown => {
    const value = structuredClone(path.at(-1))
    const keys = path.slice(0, -2) as string[]
    const last = path.at(-2) as string
    const owner = keys.reduce((object, key) => object[key], state as Json)
    Object.defineProperty(owner, last, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
    return state
  }

const without =
  (...path: string[]) =>
  (state: Spoilt): unknown => {
    const owner = path.slice(0, -1).reduce((object, key) => object[key], state as Json)
    Reflect.deleteProperty(owner, path.at(-1) as string)
    return state
  }

const instead = (value: unknown) => (): unknown => structuredClone(value)

const ADA = ['entities', 'User', '1'] as const
const META = { fetchedAt: 1, date: 1, expiresAt: 8e15, landed: 1 }

const MUTATION = {
  fetchedAt: 1,
  status: 'pending',
  requestId: 'a',
  arg: { endpoint: 'User.update', key: 'PUT /users/1', args: [] },
}

/** Values that are no object. */
const NO_OBJECTS = [null, 'text', '', 5, 0, true, []] as const
/** Values that are no text. */
const NO_TEXTS = [null, 5, true, [], {}] as const
/** Values that are no time in ms. */
const NO_TIMES = [null, 'soon', '5', true, [], {}, Number.NaN, Number.POSITIVE_INFINITY] as const
/** Results that no list of users comes to, and what is shown of them. */
const LIST_RESULTS = [
  ...[null, 5, true, '', 'nobody', 'constructor', '__proto__', {}, { id: '1' }].map(
    (value) => [value, undefined] as const,
  ),
  [[], []],
  [['1'], ['Ada']],
  [['1', 'nobody'], ['Ada']],
  [[['1']], [undefined]],
  [[null], [undefined]],
] as const
/** Results that no user comes to, and the name that is shown of them. */
const USER_RESULTS = [
  ...[null, 5, true, 'nobody', 'constructor', '__proto__', [], ['1']].map(
    (value) => [value, undefined] as const,
  ),
  ['2', 'Bob'],
  [{}, ''],
  [{ name: 'Eve' }, 'Eve'],
] as const

const shape = (value: unknown): string =>
  typeof value === 'number' ? `${value}` : (JSON.stringify(value) ?? 'undefined')

/** One row of the table. */
export type StateRow = readonly [
  name: string,
  spoil: (state: Spoilt) => unknown,
  shown: Shown,
  says?: RegExp,
]

/**
 * States that no reducer of ours made: what they have in place of a sound one, what is still shown of it, and what the
 * message names; without one, nothing is wrong.
 */
export const stateRows: readonly StateRow[] = [
  ['as it was', (state) => state, ALL],
  ['with an unknown member', set('_persist', { version: -1 }), ALL],
  ...NO_OBJECTS.map(
    (value) => [shape(value), instead(value), NOTHING, /(?:read|state\.rest): +\(/] as const,
  ),
  ['{}', instead({}), NOTHING, /entities \(undefined\)/],
  ['[[], {}]', instead([[], {}]), NOTHING, /(?:read|state\.rest): +\(a list\)/],
  [
    'of another library',
    instead({ queries: {}, mutations: {} }),
    NOTHING,
    /entities \(undefined\)/,
  ],
  ['entities missing', without('entities'), NO_USERS, /entities \(undefined\)/],
  ['requests missing', without('requests'), ONLY_ADA, /requests \(undefined\)/],
  ['optimistic missing', without('optimistic'), ALL, /optimistic \(undefined\)/],
  ['lastReset missing', without('lastReset'), ALL, /lastReset \(undefined\)/],
  ['mutations missing, as in earlier versions', without('mutations'), ALL],
  ...NO_OBJECTS.map(
    (value) =>
      [`entities ${shape(value)}`, set('entities', value), NO_USERS, /entities \(/] as const,
  ),
  ...NO_OBJECTS.map(
    (value) =>
      [
        `the table of users ${shape(value)}`,
        set('entities', 'User', value),
        NO_USERS,
        /entities\.User \(/,
      ] as const,
  ),
  ...[
    [['1'], {}],
    [['1', '2'], 5],
    [
      ['1', '2'],
      [{}, {}],
    ],
    [[1, 2], {}],
    [null, null],
    [['1', '1'], { 1: 5, 2: 6 }],
    [[], {}, 'more'],
    [['1'], Array.from({ length: 16 }, () => ({ 1: 5 }))],
  ].map(
    (value) =>
      [
        `the table of users ${JSON.stringify(value).slice(0, 60)}`,
        set('entities', 'User', value),
        NO_USERS,
        /entities\.User \(a list\)/,
      ] as const,
  ),
  ['the table of users {}', set('entities', 'User', {}), NO_USERS],
  [
    'the table of users with null',
    set('entities', 'User', { 1: null }),
    NO_USERS,
    /User\["1"\] \(null\)/,
  ],
  ...[null, 'Ada', 5, true, [], {}, [META], { data: null, invalid: false, meta: META }].map(
    (row) => [`a row ${shape(row)}`, set(...ADA, row), NO_ADA, /entities\.User\["1"\]/] as const,
  ),
  ...[null, 'Ada', 5, true].map(
    (data) => [`data ${shape(data)}`, set(...ADA, 'data', data), NO_ADA, /User\["1"\]/] as const,
  ),
  ...[null, 'false', 0, {}].map(
    (value) =>
      [`invalid ${shape(value)}`, set(...ADA, 'invalid', value), NO_ADA, /User\["1"\]/] as const,
  ),
  ...NO_OBJECTS.map(
    (meta) => [`meta ${shape(meta)}`, set(...ADA, 'meta', meta), NO_ADA, /User\["1"\]/] as const,
  ),
  ...(['fetchedAt', 'date', 'expiresAt'] as const).flatMap((field) =>
    NO_TIMES.map(
      (value) =>
        [
          `meta.${field} ${shape(value)}`,
          set(...ADA, 'meta', field, value),
          NO_ADA,
          /User\["1"\]/,
        ] as const,
    ),
  ),
  ...NO_TIMES.map(
    (value) =>
      [
        `meta.landed ${shape(value)}`,
        set(...ADA, 'meta', 'landed', value),
        NO_ADA,
        /User\["1"\]/,
      ] as const,
  ),
  ...[null, 'new-1', 5, {}, [null], [5]].map(
    (value) =>
      [
        `meta.createdAs ${shape(value)}`,
        set(...ADA, 'meta', 'createdAs', value),
        NO_ADA,
        /User\["1"\]/,
      ] as const,
  ),
  ['meta.createdAs []', set(...ADA, 'meta', 'createdAs', []), ALL],
  ['meta.landed missing', without(...ADA, 'meta', 'landed'), ALL],
  ['a row dated tomorrow', set(...ADA, 'meta', { ...META, fetchedAt: 8e15, date: 8e15 }), ALL],
  ['a row of long ago', set(...ADA, 'meta', { ...META, fetchedAt: -1, date: -1 }), ALL],
  ['data {}', set(...ADA, 'data', {}), ['', ['', 'Bob']]],
  ['data []', set(...ADA, 'data', []), ['', ['', 'Bob']]],
  [
    'a row called __proto__',
    set('entities', 'User', '__proto__', null),
    ALL,
    /User\["__proto__"\] \(null\)/,
  ],
  [
    'a row called constructor',
    set('entities', 'User', 'constructor', 5),
    ALL,
    /User\["constructor"\]/,
  ],
  [
    'a table called __proto__',
    set('entities', '__proto__', null),
    ALL,
    /entities\.__proto__ \(null\)/,
  ],
  ['a table called constructor', set('entities', 'constructor', 'x'), ALL, /entities\.constructor/],
  ...NO_OBJECTS.map(
    (value) =>
      [`requests ${shape(value)}`, set('requests', value), ONLY_ADA, /requests \(/] as const,
  ),
  ...[null, 'x', 5, [], {}, { status: 'fulfilled' }].map(
    (row) =>
      [`a request ${shape(row)}`, set('requests', LIST, row), ONLY_ADA, /requests\["GET /] as const,
  ),
  ...[null, 'odd', 5, 'constructor', undefined].map(
    (status) =>
      [
        `status ${shape(status)}`,
        set('requests', LIST, 'status', status),
        ONLY_ADA,
        /requests\["GET /,
      ] as const,
  ),
  ...(['fetchedAt', 'date', 'expiresAt'] as const).flatMap((field) =>
    NO_TIMES.map(
      (value) =>
        [
          `a request's ${field} ${shape(value)}`,
          set('requests', LIST, field, value),
          ONLY_ADA,
          /requests\["GET /,
        ] as const,
    ),
  ),
  ...(['landed', 'invalidated', 'expired'] as const).flatMap((field) =>
    NO_TIMES.map(
      (value) =>
        [
          `a request's ${field} ${shape(value)}`,
          set('requests', LIST, field, value),
          ONLY_ADA,
          /requests\["GET /,
        ] as const,
    ),
  ),
  ...NO_TEXTS.map(
    (value) =>
      [
        `requestId ${shape(value)}`,
        set('requests', LIST, 'requestId', value),
        ONLY_ADA,
        /requests\["GET /,
      ] as const,
  ),
  ['the id of a request of another store', set('requests', LIST, 'requestId', 'x-1'), ALL],
  ...[null, 'failed', 5, [], {}, { name: 'Error' }, { name: 5, message: 'x' }].map(
    (value) =>
      [
        `an error ${shape(value)}`,
        set('requests', LIST, 'error', value),
        ONLY_ADA,
        /requests\["GET /,
      ] as const,
  ),
  ...LIST_RESULTS.map(
    ([value, list]) =>
      [
        `the result of the list ${shape(value)}`,
        set('requests', LIST, 'result', value),
        ['Ada', list] as const,
      ] as const,
  ),
  ...USER_RESULTS.map(
    ([value, user]) =>
      [
        `the result of the user ${shape(value)}`,
        set('requests', GET, 'result', value),
        [user, ['Ada', 'Bob']] as const,
      ] as const,
  ),
  ['a request called __proto__', set('requests', '__proto__', 'x'), ALL, /requests\["__proto__"\]/],
  ...[null, 'text', 5, {}].map(
    (value) =>
      [`optimistic ${shape(value)}`, set('optimistic', value), ALL, /optimistic \(/] as const,
  ),
  ...NO_TIMES.map(
    (value) => [`lastReset ${shape(value)}`, set('lastReset', value), ALL, /lastReset \(/] as const,
  ),
  ...NO_OBJECTS.filter((value) => !Array.isArray(value)).map(
    (value) => [`mutations ${shape(value)}`, set('mutations', value), ALL, /mutations \(/] as const,
  ),
  ['a mutation in flight elsewhere', set('mutations', 'a', MUTATION), ALL],
  ...[
    null,
    { ...MUTATION, status: 'done' },
    { ...MUTATION, requestId: 5 },
    { ...MUTATION, arg: null },
    { ...MUTATION, rows: null },
    { ...MUTATION, rows: { User: '1' } },
    { ...MUTATION, error: 'failed' },
  ].map(
    (value) =>
      [
        `a mutation ${JSON.stringify(value).slice(0, 150)}`,
        set('mutations', 'a', value),
        ALL,
        /mutations\["a"\] \(/,
      ] as const,
  ),
  ['lastReset of tomorrow', set('lastReset', 8e15), ALL],
]
