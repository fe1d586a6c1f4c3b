import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RestEndpoint } from 'rtk-rest'
import { fillIn as buildPath, readPath, templateOf } from '../../src/endpoint/pathTemplate'
import { runs } from '../support/runs'

type Params = Record<string, unknown>

const pathPattern = (path: string) => templateOf(path).pattern

/** The table of docs/paths.md. */
const grammar: ReadonlyArray<
  readonly [path: string, effect: string, params: Params, gives: string]
> = [
  [
    '/users/:id',
    '`:name` is a parameter: a text or a number, encoded, so that it stays in its segment. A name has the letters a to z, digits, `_` and `$`, and begins with no digit.',
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
    '`*name` is a wildcard: a list of one or more segments, each encoded. A path has at most one, and in its segment no parameter stands before it.',
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
    'A group may hold further groups, which are optional within it.',
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
    ['/:a{{-}:b}', 'write text between two parameters'],
    ['/:a{-}{:b}', 'write text between two parameters'],
    ['/:a-*b', 'begin a segment with a wildcard'],
    ['/*a.*b', 'begin a segment with a wildcard'],
    ['/*a/x/*b', 'write one wildcard'],
    ['/*a{/:b{/*c}}', 'write one wildcard'],
  ])('that is invalid throws an error: %j', (path, advice) => {
    const create = () => new RestEndpoint({ path })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(`The path ${path} cannot be read: `)
    expect(create).toThrow(advice)
  })

  it('is forgotten where there are very many, and read again', () => {
    for (let at = 0; at < 2_000; at++) templateOf(`/tenant${at}/:id`)
    expect(buildPath('/tenant0/:id', { id: 5 })).toBe('/tenant0/5')
  })

  it.each([
    ['', '/', {}],
    ['/', '', undefined],
    ['/', '//', {}],
    ['/Users', '/uSERS/', {}],
    ['/users/:id', '/users/a%2Fb', { id: 'a/b' }],
    ['/users/:id', '/users/a/b', undefined],
    ['/users/:id', '/users/', undefined],
    ['/users/:id', '/users/5?a=1', { id: '5?a=1' }],
    ['/:from-:to', '/a-b-c', { from: 'a-b', to: 'c' }],
    ['/:from-:to', '/a-b-', undefined],
    ['/:from-:to', '/a--', undefined],
    ['/*path', '/a/b%20c', { path: ['a', 'b c'] }],
    ['/*path/edit', '/a/edit/b/edit/', { path: ['a', 'edit', 'b'] }],
    ['/:name{.:ext}', '/a.b.c', { name: 'a.b', ext: 'c' }],
    ['/:name{.:ext}', '/a', { name: 'a' }],
    ['/{:lang-}:name', '/a-b-c', { lang: 'a', name: 'b-c' }],
    ['/a{/:b}{/:b}', '/a/1/2', { b: '2' }],
    ['/a{/:__proto__}', '/a', {}],
    ['/a.b', '/axb', undefined],
  ])('%j parses the path %j to %j', (path, filledIn, params) => {
    const read = readPath(path, filledIn)
    expect(read && { ...read }).toEqual(params)
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
  '|',
  '"',
  'ä🙂',
  '^$',
  '\\:',
  '\\{',
  '\\\\',
]
const NAMES = ['a', 'b', 'id', '$_9', '"a b"', '"x/y"', '"a\\"b"', '"7"', '__proto__']

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

/** Nothing that separates the parameters of a segment. */
const value = fc.string({ unit: fc.constantFrom('m', 'N', '_', '~', '0'), minLength: 1 })

/** Whether an endpoint may have a path: the check of development says so. */
function isPath(path: string): boolean {
  try {
    return new RestEndpoint({ path, urlPrefix: 'http://api.test/' }).path === path
  } catch {
    return false
  }
}

/** A value for each parameter. */
function paramsFor(path: string, values: fc.Stream<string>): Params {
  const { params } = templateOf(path)
  return Object.fromEntries(
    params.map(({ kind, text: name }) => {
      const [text, ...more] = values.take(2)
      return [name, kind === '*' ? [text, ...more] : text]
    }),
  )
}

describe('a path that was filled in', () => {
  it('is matched, and read as the parameters that it was filled in with', () => {
    let count = 0
    fc.assert(
      fc.property(template, fc.infiniteStream(value), (path, values) => {
        const names = isPath(path) ? templateOf(path).params.map(({ text }) => text) : ['', '']
        // The text of a group may be missing.
        const isAmbiguous = /\{[^:*{}]*\}/.test(path.replace(/\\./g, ''))
        if (isAmbiguous || new Set(names).size < names.length) return
        count += 1
        const params = paramsFor(path, values)
        const filledIn = buildPath(path, params)
        expect(filledIn).toMatch(pathPattern(path))
        expect(Object.entries(readPath(path, filledIn) ?? {})).toEqual(Object.entries(params))
        const withoutGroups = Object.fromEntries(
          Object.entries(params).filter(([name]) => !isOptional(path, name)),
        )
        expect(buildPath(path, withoutGroups)).toMatch(pathPattern(path))
      }),
      { numRuns: runs(1000) },
    )
    expect(count).toBeGreaterThan(runs(1000) / 10)
  })

  function isOptional(path: string, name: string): boolean {
    let depth = 0
    return !templateOf(path).tokens.some(({ kind, text }) => {
      depth += kind === '{' ? 1 : kind === '}' ? -1 : 0
      return depth === 0 && text === name && (kind === ':' || kind === '*')
    })
  }
})

describe('the time to match a long path grows linearly:', () => {
  const LENGTH = 60_000
  const templates = [
    '/:a',
    '/:a-:b',
    '/:a-:b-:c',
    '/:a--:b.:c',
    '/:a.:b-:c~:d',
    '/*a',
    '/*a-:b',
    '/*a-:b/:c/d-:e-x',
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
    const pattern = pathPattern(new RestEndpoint({ path }).path)
    for (const unit of units) {
      for (const end of ends) {
        const long = `/${unit.repeat(LENGTH / unit.length)}${end}`
        const isLinear = isWithin(pattern, long, 40 * LENGTH)
        expect(isLinear, `${unit} … ${end}`).toBe(true)
      }
    }
  })

  it('a pattern with nested repetition fails this test', () => {
    const long = '-'.repeat(LENGTH / 10)
    expect(isWithin(/^[^/]+-[^/]+-[^/]+_$/, long, 4 * LENGTH)).toBe(false)
  })
})

/** Whether the engine needs at most so many attempts to decide if a text matches. */
function isWithin({ source, flags }: RegExp, text: string, limit: number): boolean {
  // The alternative matches every text; above the limit, nothing does.
  return limitedRegExp(`(?:${source})|^`, flags, limit).test(text)
}

/**
 * A function of the engine, which counts the attempts. The engine stops to optimize expressions where a process has much code, and
 * then needs more attempts: without optimization they are always as many.
 */
setFlagsFromString('--allow-natives-syntax')
setFlagsFromString('--no-regexp-optimization')
const limitedRegExp = runInThisContext(
  '(source, flags, limit) => %NewRegExpWithBacktrackLimit(source, flags, limit)',
) as (source: string, flags: string, limit: number) => RegExp
