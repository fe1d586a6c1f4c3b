/** The body of a call, and what the server gets as text or the error that there is instead. */
export type SentRow = readonly [what: string, body: unknown, gets: string | RegExp]

/** In the words of JSON.stringify. */
const NOT_JSON = /./
const NO_DATA = /give data that JSON can hold/
const cycle: { self?: unknown } = {}
cycle.self = cycle

export const sentRows: readonly SentRow[] = [
  ['an object', { a: 1 }, '{"a":1}'],
  ['a list', ['a'], '["a"]'],
  ['null', null, 'null'],
  ['0', 0, '0'],
  ['false', false, 'false'],
  ['nothing', undefined, ''],
  ['undefined fields', { a: undefined }, '{}'],
  ['__proto__ as a field', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ['no prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ['markup', { a: '</script>' }, '{"a":"</script>"}'],
  ['line breaks', { a: '\r\n\u2028' }, '{"a":"\\r\\n\u2028"}'],
  ['half of a character', { a: '\ud800' }, '{"a":"\\ud800"}'],
  ['a text that looks like JSON', '{"a":1}', '{"a":1}'],
  ['an empty text', '', ''],
  ['search parameters', new URLSearchParams({ 'a&b': 'c=d' }), 'a%26b=c%3Dd'],
  ['bytes', new Uint8Array([104, 105]), 'hi'],
  ['a Blob', new Blob(['hi']), 'hi'],
  ['a Date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ['a toJSON of its own', { toJSON: () => ({ a: 1 }) }, '{"a":1}'],
  ['a cycle', cycle, NOT_JSON],
  ['a bigint', { a: 1n }, NOT_JSON],
  [
    'a toJSON that throws',
    {
      toJSON: () => {
        throw new Error('no')
      },
    },
    NOT_JSON,
  ],
  [
    'a getter that throws',
    {
      get a(): never {
        throw new Error('no')
      },
    },
    NOT_JSON,
  ],
  ['a function', () => {}, NO_DATA],
  ['a symbol', Symbol('s'), NO_DATA],
  ['a Map', new Map([['a', 1]]), NO_DATA],
  ['a Set', new Set([1]), NO_DATA],
]
