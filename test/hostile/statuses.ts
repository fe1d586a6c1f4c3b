/** What a server sends in place of a response. */
export interface RawResponse {
  /** All that is behind `HTTP/1.1 `; an empty one closes the connection. */
  readonly line: string
  readonly headers?: readonly string[]
  readonly body?: string
}

/** An error by its status, or by its code where the response was none, and what it does to data that is shown. */
type Failure = readonly [statusOrCode: number | 'NETWORK', policy: 'soft' | 'hard']

/** What the caller gets: the value, or an error. */
export type Gets = { readonly value: unknown } | Failure

export type StatusRow = readonly [what: string, response: RawResponse | string, gets: Gets]

const here = { value: 'here' }
const nothing = { value: null }
const json = (line: string, ...headers: string[]): RawResponse => ({
  line,
  headers: ['content-type: application/json', 'content-length: 6', ...headers],
  body: '"here"',
})

export const statusRows: readonly StatusRow[] = [
  ['ok', json('200 OK'), here],
  ['ok without a reason', json('200 '), here],
  ['created', json('201 Created'), here],
  ['accepted', json('202 Accepted'), here],
  ['from elsewhere', json('203 Non-Authoritative'), here],
  ['no content', '204 No Content', nothing],
  [
    'no content, with a type',
    { line: '204 No Content', headers: ['content-type: image/png'] },
    nothing,
  ],
  ['reset content', { line: '205 Reset Content', headers: ['content-length: 0'] }, nothing],
  ['a part', json('206 Partial Content'), here],
  ['an unknown success', json('299 Fine'), here],
  ['many choices', json('300 Multiple Choices'), [300, 'hard']],
  ['a move to nowhere', json('301 Moved'), [301, 'hard']],
  ['not modified', '304 Not Modified', [304, 'hard']],
  ['a move to itself', json('302 Found', 'location: /'), ['NETWORK', 'soft']],
  ['a move to a script', json('302 Found', 'location: javascript:alert(1)'), ['NETWORK', 'soft']],
  ['a move to a file', json('302 Found', 'location: file:///etc/passwd'), ['NETWORK', 'soft']],
  ['a move to no address', json('302 Found', 'location: http://'), ['NETWORK', 'soft']],
  ['bad request', json('400 Bad Request'), [400, 'hard']],
  ['unauthorized', json('401 Unauthorized'), [401, 'hard']],
  ['payment', json('402 Payment Required'), [402, 'hard']],
  ['forbidden', json('403 Forbidden'), [403, 'hard']],
  ['not found', json('404 Not Found'), [404, 'hard']],
  ['gone', json('410 Gone'), [410, 'hard']],
  ['a teapot', json("418 I'm a teapot"), [418, 'hard']],
  ['too early', json('425 Too Early'), [425, 'hard']],
  ['too many', json('429 Too Many Requests', 'retry-after: 99999999999'), [429, 'hard']],
  ['for legal reasons', json('451 Unavailable'), [451, 'hard']],
  ['an unknown refusal', json('499 Odd'), [499, 'hard']],
  ['an error', json('500 Internal Server Error'), [500, 'soft']],
  ['not implemented', json('501 Not Implemented'), [501, 'soft']],
  ['a bad gateway', { line: '502 Bad Gateway', body: '<html>nginx' }, [502, 'soft']],
  ['unavailable', json('503 Service Unavailable', 'retry-after: soon'), [503, 'soft']],
  ['a gateway that waited', json('504 Gateway Timeout'), [504, 'soft']],
  ['an unknown error', json('599 Odd'), [599, 'soft']],
  ['a status beyond all', json('600 Odd'), [600, 'soft']],
  ['a status of 999', json('999 Blocked'), [999, 'soft']],
  ['a status of 0', json('000 Nothing'), ['NETWORK', 'soft']],
  ['a status of words', json('OK'), ['NETWORK', 'soft']],
  ['a negative status', json('-200 OK'), ['NETWORK', 'soft']],
  ['a reason with a query', json('404 /users?token=hunter2'), [404, 'hard']],
  ['a reason of 10,000 letters', json(`404 ${'x'.repeat(10_000)}`), [404, 'hard']],
  ['a reason of markup', json('404 <script>alert(1)</script>'), [404, 'hard']],
  ['headers of 100 kB', json('200 OK', `x-a: ${'x'.repeat(100_000)}`), ['NETWORK', 'soft']],
  ['a header without a name', json('200 OK', ': x'), here],
  [
    'a length that is none',
    { line: '200 OK', headers: ['content-length: x'], body: 'x' },
    ['NETWORK', 'soft'],
  ],
  [
    'two lengths',
    { line: '200 OK', headers: ['content-length: 1', 'content-length: 2'], body: 'x' },
    ['NETWORK', 'soft'],
  ],
  [
    'a body that is too short',
    { line: '200 OK', headers: ['content-length: 100'], body: '"x' },
    ['NETWORK', 'soft'],
  ],
  [
    'a chunk that is none',
    { line: '200 OK', headers: ['transfer-encoding: chunked'], body: 'zz\r\n' },
    ['NETWORK', 'soft'],
  ],
  [
    'zipped that is not',
    { line: '200 OK', headers: ['content-encoding: gzip', 'content-length: 4'], body: 'text' },
    ['NETWORK', 'soft'],
  ],
  ['nothing at all', '', ['NETWORK', 'soft']],
]
