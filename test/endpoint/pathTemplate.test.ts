import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import * as fc from 'fast-check'
import { compile, match, parse, pathToRegexp, type Token } from 'path-to-regexp'
import { describe, expect, it } from 'vitest'
import { MARK, start } from '../../src/endpoint/pathTemplate'
import { fillIn, pathNames, pathPattern, readPath } from '../../src/endpoint/url'
import { runs } from '../support/runs'

type Params = Record<string, unknown>

const buildPath = (path: string, params: Params) => fillIn(path, params)[0]
const pathStart = (path: string, params: Params) => start(fillIn(path, params)[1], MARK)

/** The table of docs/paths.md. */
const grammar: ReadonlyArray<
  readonly [path: string, effect: string, params: Params, gives: string]
> = [
  [
    '/users/:id',
    '`:name` is a parameter: a text or a number, encoded, so that it stays in its segment. A name has letters, digits, `_` and `$`, and begins with no digit.',
    { id: 'a/b' },
    '/users/a%2Fb',
  ],
  [
    '/users/:"user-id"',
    'A name in quotes may have any characters; `"` and `\\` need a backslash there.',
    { 'user-id': 5 },
    '/users/5',
  ],
  [
    '/:from-:to',
    'A segment may have several parameters, with text between them.',
    { from: 1, to: 2 },
    '/1-2',
  ],
  [
    '/files/*path',
    '`*name` is a wildcard: a list of one or more segments, each encoded.',
    { path: ['a', 'b c'] },
    '/files/a/b%20c',
  ],
  [
    '/users/:id{/:tab}',
    'Braces hold an optional group. It is there if all of its parameters are.',
    { id: 5 },
    '/users/5',
  ],
  [
    '/x{/:a{/:b}}',
    'A group may hold further groups, which are optional within it. A path has up to 256 combinations of its groups.',
    { a: 1 },
    '/x/1',
  ],
  ['/users\\:all', 'A backslash makes the next character plain text.', {}, '/users:all'],
  [
    '/search\\?q=:q',
    'The characters `:`, `*`, `{`, `}`, `(`, `)`, `[`, `]`, `+`, `?`, `!` and `\\` need a backslash where they are meant as they stand. Line breaks are refused.',
    { q: 'a b' },
    '/search?q=a%20b',
  ],
  ['', 'The empty path is the prefix itself.', {}, ''],
]

describe('a path template', () => {
  it.each(grammar)('%s: %s', (path, _, params, gives) => {
    expect(buildPath(path, params)).toBe(gives)
    expect(pathPattern(path).test(gives)).toBe(true)
    const texts = (value: unknown) => (Array.isArray(value) ? value : String(value))
    const read = Object.entries(params).map(([name, value]) => [name, texts(value)])
    expect({ ...readPath(path, gives) }).toEqual(Object.fromEntries(read))
  })

  it('is documented by the same examples in docs/paths.md', () => {
    const rows = readFileSync('docs/paths.md', 'utf8').matchAll(
      /^\| *`?(.*?)`? *\| *(.*?) *\| *`(\{.*\})` *\| *`?(.*?)`? *\|$/gm,
    )
    const shown = [...rows].map(([, path, effect, params = '', gives]) => [
      path,
      effect,
      JSON.parse(params) as unknown,
      gives,
    ])
    expect(shown).toEqual(grammar)
  })

  it.each([
    [':', 'optional parts in braces'],
    ['/:', 'optional parts in braces'],
    ['/:5', 'optional parts in braces'],
    ['/*', 'optional parts in braces'],
    ['/:""', 'optional parts in braces'],
    ['/:"a', 'optional parts in braces'],
    ['/:"a\\"', 'optional parts in braces'],
    ['/{', 'optional parts in braces'],
    ['/}', 'optional parts in braces'],
    ['/{{a}', 'optional parts in braces'],
    ['/\\', 'optional parts in braces'],
    ...[...'()[]+?!\n\r'].map((character) => [`/a${character}`, 'optional parts in braces']),
    ['/a\\\n', 'optional parts in braces'],
    ['https://api.test/:id', 'an origin belongs into `urlPrefix`'],
    ['/:a:b', 'write text between two parameters'],
    ['/:a*b', 'write text between two parameters'],
    ['/:a{-}:b', 'write text between two parameters'],
    ['{a}'.repeat(9), 'write fewer optional parts'],
    ['{'.repeat(300) + '}'.repeat(300), 'write fewer optional parts'],
  ])('that is invalid throws an error: %j', (path, advice) => {
    expect(() => pathNames(path)).toThrow(TypeError)
    expect(() => pathNames(path)).toThrow(`The path ${path} cannot be read: `)
    expect(() => pathNames(path)).toThrow(advice)
  })

  it('may have 256 combinations of optional groups', () => {
    expect(buildPath('{a}'.repeat(8), {})).toBe('aaaaaaaa')
  })

  it.each([
    ['', '/', undefined],
    ['/', '', undefined],
    ['/', '//', {}],
    ['/Users', '/uSERS/', {}],
    ['/users/:id', '/users/a%2Fb', { id: 'a/b' }],
    ['/users/:id', '/users/a/b', undefined],
    ['/users/:id', '/users/', undefined],
    ['/users/:id', '/users/5?a=1', { id: '5?a=1' }],
    ['/:from-:to', '/a-b-c', { from: 'a-b', to: 'c' }],
    ['/:from-:to', '/a-b-', undefined],
    ['/:from-:to', '/a--', { from: 'a', to: '-' }],
    ['/*path', '/a/b%20c', { path: ['a', 'b c'] }],
    ['/*path/edit', '/a/edit/b/edit/', { path: ['a', 'edit', 'b'] }],
    ['/:name.*rest', '/a.b.c/d', { name: 'a', rest: ['b.c', 'd'] }],
    ['/*a-:b/*c', '/a-b/c-d', { a: ['a'], b: 'b', c: ['c-d'] }],
    ['/*a/x/*b/y/*c', '/1/x/2/y/3/x/4', { a: ['1'], b: ['2'], c: ['3', 'x', '4'] }],
    ['/a{/:b}{/:b}', '/a/1/2', { b: '2' }],
    ['/a{/:__proto__}', '/a', {}],
    ['/a.b', '/axb', undefined],
  ])('%j parses the path %j to %j', (path, filledIn, params) => {
    const read = readPath(path, filledIn)
    expect(read && { ...read }).toEqual(params)
  })

  it('has a start: the text before its first value', () => {
    expect(pathStart('/a{/:b}/:c', { c: 1 })).toBe('/a/')
    expect(pathStart('/a{/*b}/:c', { b: ['x'], c: 1 })).toBe('/a/')
    expect(pathStart('/a', {})).toBe('/a')
  })
})

const SEPARATORS = [
  '/',
  '/',
  '-',
  '.',
  '--',
  '/x/',
  'a',
  '%',
  '|',
  '"',
  'ä🙂',
  '^$',
  '\\:',
  '\\{',
  '\\\\',
]
const NAMES = [
  'a',
  'b',
  'id',
  '$_9',
  'ä',
  'z\u200c9',
  '"a b"',
  '"x/y"',
  '"a\\"b"',
  '"7"',
  '__proto__',
]

const { template } = fc.letrec<{ template: string; part: string }>((tie) => ({
  template: fc.array(tie('part'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    { weight: 3, arbitrary: fc.constantFrom(...SEPARATORS) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(
          fc.constantFrom('/', '-', '.', '--', '/x/', ''),
          fc.constantFrom(':', ':', '*'),
          fc.constantFrom(...NAMES),
        )
        .map((it) => it.join('')),
    },
    { weight: 2, arbitrary: tie('template').map((inner) => `{${inner}}`) },
  ),
}))

/** Mostly nothing that can be read. */
const anyText = fc
  .array(fc.constantFrom(...':*{}()[]+?!\\"/-a5é🙂\ud800'), { minLength: 1, maxLength: 8 })
  .map((characters) => characters.join(''))

const value = fc
  .array(fc.constantFrom('a', 'B', '-', '.', '/', '%', 'x', 'ä', ' '), {
    minLength: 1,
    maxLength: 4,
  })
  .map((characters) => characters.join(''))
  .filter((text) => text !== '.' && text !== '..')

/** What both are called with, and the same path of ours and theirs, or that it is refused. */
const values = fc.infiniteStream(
  fc.oneof(
    { weight: 3, arbitrary: value },
    { weight: 2, arbitrary: fc.array(value, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
)
const somePath = fc
  .array(fc.constantFrom('/', '/', '-', '--', '.', '/x/', 'a', 'A', 'b', '%20', '%', '|', ':'), {
    maxLength: 9,
  })
  .map((parts) => parts.join(''))

type Outcome<Value> = { readonly value: Value } | { readonly error: string }

function outcomeOf<Value>(run: () => Value): Outcome<Value> {
  try {
    return { value: run() }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

function isRefused(outcome: Outcome<unknown>): boolean {
  return 'error' in outcome
}

function tokensIn(tokens: readonly Token[]): Exclude<Token, { type: 'text' | 'group' }>[] {
  return tokens.flatMap((token) => {
    if (token.type === 'text') return []
    return token.type === 'group' ? tokensIn(token.tokens) : [token]
  })
}

/** The result of path-to-regexp, with the error messages of this library. */
function inOurWords(path: string, message: string): string {
  const [, missing] = /^Missing parameters: (.*)$/s.exec(message) ?? []
  if (missing === undefined) {
    return `The path ${path} cannot be filled in: ${message.replace(/Expected (.*) to be/, '$1 must be')}.`
  }
  const names = missing.split(', ').map((name) => `"${name}"`)
  return `The path parameter ${names.join(', ')} of ${path} is missing: parameters are the first argument, in front of any body; one argument alone is the body.`
}

describe('a path template behaves as in path-to-regexp:', () => {
  it('is accepted or rejected alike, with the same parameter names', () => {
    fc.assert(
      fc.property(fc.oneof(template, anyText), (path) => {
        const ours = outcomeOf(() => pathNames(path))
        const theirs = outcomeOf(() => pathToRegexp(path))
        expect(isRefused(ours)).toBe(isRefused(theirs))
        if (!('value' in ours)) return
        expect(ours.value).toEqual(tokensIn(parse(path).tokens).map(({ name }) => name))
      }),
      { numRuns: runs(1000) },
    )
  })

  it('is filled in and parsed alike', () => {
    fc.assert(
      fc.property(template, values, fc.array(somePath, { maxLength: 9 }), (path, some, paths) => {
        if (isRefused(outcomeOf(() => pathToRegexp(path)))) return
        const params = paramsFor(path, some)
        const filledIn = outcomeOf(() => buildPath(path, params))
        const theirs = outcomeOf(() => compile(path)(params))
        expect(filledIn).toEqual(
          'error' in theirs ? { error: inOurWords(path, theirs.error) } : theirs,
        )
        if ('value' in filledIn) expectSameReading(path, filledIn.value)
        for (const other of paths) expectSameReading(path, other)
      }),
      { numRuns: runs(1000) },
    )
  })
})

/** Mostly of the right kind. */
function paramsFor(path: string, some: fc.Stream<unknown>): Record<string, string | string[]> {
  const params = Object.create(null) as Record<string, string | string[]>
  for (const { name, type } of tokensIn(parse(path).tokens)) {
    const isFine = (it: unknown) => it === undefined || Array.isArray(it) === (type === 'wildcard')
    const [first, second] = some.take(2)
    const given = isFine(first) ? first : second
    if (given !== undefined) params[name] = given as string | string[]
  }
  return params
}

function expectSameReading(path: string, filledIn: string): void {
  const theirs = match(path)
  for (const text of [filledIn, `${filledIn}/`, filledIn.toUpperCase(), filledIn.slice(1)]) {
    expect(pathPattern(path).test(text)).toBe(pathToRegexp(path).regexp.test(text))
    const read = outcomeOf(() => readPath(path, text) ?? false)
    const expected = outcomeOf(() => {
      const found = theirs(text)
      return found && found.params
    })
    expect(plain(read)).toEqual(plain(expected))
  }
}

/** As entries: `__proto__` is a member like any other. */
function plain(read: Outcome<object | false>): unknown {
  return 'value' in read && read.value !== false ? Object.entries(read.value) : read
}

describe('the time to match a long path grows linearly:', () => {
  const LENGTH = 60_000
  const templates = [
    '/:a',
    '/:a-:b',
    '/:a-:b-:c',
    '/:a--:b.:c',
    '/:a.:b-:c~:d',
    '/*a',
    '/*a/*b',
    '/*a/x/*b',
    '/*a/x/*b/y/*c/z',
    '/*a-:b',
    '/*a-*b-*c/x',
    '/*a.:b-*c',
    '/*a/:b/*c/:d',
    '/:a-*b-:c',
    '/*a-:b/:c/*d-x',
    '/a{/:b}{/*c}{-:d}{/e}',
    '{/:a{-:b{-:c}}}/x',
  ]
  const units = [
    'a',
    '-',
    '--',
    '.',
    '/',
    'a-',
    'a/',
    'a.b-',
    '/x/',
    '/x/a',
    '/x/y/',
    '/a-b',
    '-a/b/',
  ]
  units.push('.-~', 'a.b~c-', '/x/y/z', '-/', './-')
  const ends = ['', '/', '\n', '//', '/x', '-', '/?']

  it.each(templates)('%s', (path) => {
    for (const unit of units) {
      for (const end of ends) {
        const long = `/${unit.repeat(LENGTH / unit.length)}${end}`
        expect(isWithin(pathPattern(path), long, 40 * LENGTH), `${unit} … ${end}`).toBe(true)
      }
    }
  })

  it('a pattern with nested repetition fails this test', () => {
    expect(isWithin(/^[^/]+-[^/]+-[^/]+_$/, '-'.repeat(LENGTH / 10), 4 * LENGTH)).toBe(false)
  })
})

/** Whether the engine needs at most so many attempts to decide if a text matches. */
function isWithin({ source, flags }: RegExp, text: string, limit: number): boolean {
  // The alternative matches every text; above the limit, nothing does.
  return limitedRegExp(`${source}|^`, flags, limit).test(text)
}

/** A function of the engine, which counts the attempts. */
setFlagsFromString('--allow-natives-syntax')
const limitedRegExp = runInThisContext(
  '(source, flags, limit) => %NewRegExpWithBacktrackLimit(source, flags, limit)',
) as (source: string, flags: string, limit: number) => RegExp
