import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { HERMES_LACKS } from './integration/reactNative/hermes'

// Lower rooms know nothing of higher ones; types count as imports.
// The contract of endpoints has two files: what they are, and the error that they share with the store.
const contract = ['endpoint/contract', 'endpoint/NetworkError']

// An option that needs a manager brings it.
const brought = ['endpoint/brought']

const rooms: Record<string, readonly string[]> = {
  util: [],
  schema: ['util'],
  normalize: ['schema', 'util'],
  endpoint: ['schema', 'util'],
  resource: ['endpoint', 'schema', 'util'],
  store: ['normalize', 'schema', ...contract, ...brought, 'util'],
  // Each is loaded where an app imports it; they may use what is within the store.
  managers: ['store', 'normalize', 'endpoint', 'schema', 'util'],
  // Its hooks that keep data up to date bring their manager.
  react: ['store', 'managers/PollingManager', ...contract, 'schema', 'util'],
  testing: ['react', 'store', 'resource', 'endpoint', 'normalize', 'schema', 'util'],
  // It is loaded by itself, and looks at all of a store.
  devtools: ['react/boundaries', 'store', 'schema', 'util'],
  // No room may import it: an app pays for it only where it imports it itself.
  xhr: ['endpoint', 'util'],
}

const common = ['Runtime', 'Timers', 'checkEndpoint', 'report']

/** Rooms and files of `store` that each of its rooms may import; files of its own go without saying. */
const roomsOfStore: Record<string, readonly string[]> = {
  state: [],
  select: ['state'],
  requests: ['select', 'state', 'Manager', 'Managers', ...common],
  observe: ['requests', 'select', 'state', 'Manager', ...common],
  operations: ['observe', 'requests', 'select', 'state', 'Manager', 'Operations', ...common],
}

/** Rooms and files of `store` that each file beside its rooms may import. */
const filesOfStore: Record<string, readonly string[]> = {
  Timers: [],
  report: [],
  checkEndpoint: [],
  matchers: ['state'],
  devToolsOptions: ['state'],
  Operations: ['select', 'state'],
  asDataClient: ['Operations'],
  Manager: ['state', 'Operations'],
  Managers: ['state', 'Manager', 'report'],
  Runtime: ['observe', 'requests', 'state', 'Manager', 'Managers', 'Timers', 'report'],
  runtimes: ['requests', 'state', 'Runtime', 'report'],
  client: ['operations', 'select', 'Operations', 'Runtime', 'runtimes'],
  managerStore: ['operations', 'requests', 'select', 'state', 'Manager', 'Runtime', 'client'],
  middleware: ['observe', 'requests', 'state', 'Manager', 'Runtime', 'managerStore', 'runtimes'],
  createRest: [
    'select',
    'state',
    'Manager',
    'Operations',
    'Runtime',
    'client',
    'middleware',
    'runtimes',
  ],
}

const packages: Record<string, readonly string[]> = {
  util: [],
  schema: [],
  normalize: [],
  endpoint: [],
  resource: [],
  store: ['@reduxjs/toolkit', 'redux', 'reselect'],
  // Where `persistence` keeps what it stores.
  managers: ['redux', 'idb-keyval'],
  react: ['react', 'react-redux'],
  testing: ['@reduxjs/toolkit', '@testing-library/react', 'msw', 'react', 'react-redux'],
  devtools: ['react', 'react-dom', 'react-dom/client', 'react-redux', 'redux'],
  xhr: [],
}

const files = filesIn('src').filter((file) => !file.endsWith('env.d.ts'))
const imports = new Map(files.map((file) => [file, importsOf(file)]))

describe('the folders of src', () => {
  it('import only folders that are lower in the list', () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets.filter((target) => !isAllowed(file, target)).map((target) => `${file} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('of the store import only folders that are lower in the list', () => {
    const wrong = [...imports].flatMap(([file, targets]) => {
      if (!file.startsWith('src/store/')) return []
      const room = roomOfStore(file)
      const allowed = roomsOfStore[room] ?? filesOfStore[room] ?? []
      return targets
        .filter((target) => target.startsWith('src/store/') && roomOfStore(target) !== room)
        .filter((target) => !allowed.includes(roomOfStore(target)))
        .map((target) => `${file} -> ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('of the store import Runtime, which has objects of several of them, only as a type', () => {
    const inRooms = files.filter((file) => roomsOfStore[roomOfStore(file)] !== undefined)
    const wrong = inRooms.filter((file) =>
      /^import (?!type ).*\/Runtime'$/m.test(readFileSync(file, 'utf8')),
    )
    expect(inRooms.length).toBeGreaterThan(30)
    expect(wrong).toEqual([])
  })

  it('have no import cycles, including types', () => {
    expect(cycles()).toEqual([])
  })

  it('have no index files except the entry points', () => {
    expect(files.filter((file) => /\bindex\.tsx?$/.test(file))).toEqual([
      'src/devtools/index.ts',
      'src/index.ts',
      'src/react/index.ts',
      'src/testing/index.ts',
      'src/xhr/index.ts',
    ])
  })

  it('use `any` only in anyType.ts, and contain no suppression comments', () => {
    const text = (file: string) => readFileSync(file, 'utf8')
    expect(files.filter((file) => /[:<|&=,(] *any\b(?!')/.test(code(text(file))))).toEqual([
      'src/util/anyType.ts',
    ])
    expect(files.filter((file) => /@ts-|lint-disable|TODO|FIXME/.test(text(file)))).toEqual([])
  })
})

describe('the devtools', () => {
  const ofRoom = [...imports].filter(([file]) => file.startsWith('src/devtools/'))

  it('are entered by a few small files, which load the others', () => {
    const seen = new Set<string>()
    const follow = (file: string): void => {
      if (!file.startsWith('src/devtools/') || seen.has(file)) return
      seen.add(file)
      for (const path of valuesFrom(file)) follow(resolve(file, path))
    }
    follow('src/devtools/index.ts')
    expect(ofRoom.length).toBeGreaterThan(20)
    expect([...seen].toSorted()).toEqual([
      'src/devtools/Feed.ts',
      'src/devtools/RestDevtools.tsx',
      'src/devtools/index.ts',
      'src/devtools/storeRecorder.ts',
    ])
  })
})

describe('what the demo adds to the devtools', () => {
  const own = filesIn('demo/panel')
  const importsOfPanel = own.flatMap((file) => importsOf(file).map((it) => `${file} -> ${it}`))

  it('imports public entries and its libraries, and neither src nor the rest of the demo', () => {
    const isOwn = / -> demo\/panel\//
    const isPublic = / -> (?:rtk-rest\/devtools|react|bippy|dom-accessibility-api)$/
    expect(own.length).toBeGreaterThan(5)
    expect(importsOfPanel.filter((it) => !isOwn.test(it) && !isPublic.test(it))).toEqual([])
  })

  it('has files of at most 320 lines, and functions of at most 40', () => {
    expect(tooLongFiles(own)).toEqual([])
    expect(tooLongFunctions(own)).toEqual([])
  })
})

describe('the page and the server of the demo', () => {
  it('have files of at most 320 lines, and functions of at most 40', () => {
    const all = ['demo/web', 'demo/server'].flatMap(filesIn)
    expect(all.length).toBeGreaterThan(100)
    expect(tooLongFiles(all)).toEqual([])
    expect(tooLongFunctions(all)).toEqual([])
  })
})

describe('the documentation site', () => {
  it('has files of at most 320 lines, and functions of at most 40', () => {
    // Its packages are beside its files.
    const beside = readdirSync('site').filter((name) => name.endsWith('.ts'))
    const all = [...beside.map((name) => `site/${name}`), ...filesIn('site/live')]
    expect(all.length).toBeGreaterThan(8)
    expect(tooLongFiles(all)).toEqual([])
    expect(tooLongFunctions(all)).toEqual([])
  })
})

describe('the source for Hermes, the engine of React Native,', () => {
  const inEvery = (find: (file: string, text: string) => readonly string[]) =>
    files.flatMap((file) => find(file, readFileSync(file, 'utf8')).map((it) => `${file}: ${it}`))

  it('calls no methods that Hermes lacks', () => {
    const calls = HERMES_LACKS.map((path) => {
      const [owner, prototype, method] = path.split(/(\.prototype)?\./)
      // A function of a class is called by the name of the class; a method of its values by any.
      return prototype === undefined ? `\\b${owner}\\.${method}\\b` : `\\.${method}(?=\\()`
    })
    const pattern = new RegExp(calls.join('|'), 'g')
    expect(inEvery((_, text) => code(text).match(pattern) ?? [])).toEqual([])
  })

  it('contains no regular expression literal that Hermes before version 1 cannot parse', () => {
    const isRefused = /\\p\{|\(\?<[^=!]|\/[a-z]*[dv][a-z]*$/i
    expect(inEvery((file) => expressionsOf(file).filter((it) => isRefused.test(it)))).toEqual([])
  })
})

describe('the public exports', () => {
  it('equal the snapshot', () => {
    expect(exportsOf('src/index.ts')).toMatchSnapshot('rtk-rest')
    expect(exportsOf('src/types.ts')).toMatchSnapshot('rtk-rest/types')
    expect(exportsOf('src/devtools/index.ts')).toMatchSnapshot('rtk-rest/devtools')
    expect(exportsOf('src/garbage.ts')).toMatchSnapshot('rtk-rest/garbage')
    expect(exportsOf('src/hydration.ts')).toMatchSnapshot('rtk-rest/hydration')
    expect(exportsOf('src/persistence.ts')).toMatchSnapshot('rtk-rest/persistence')
    expect(exportsOf('src/refetch.ts')).toMatchSnapshot('rtk-rest/refetch')
    expect(exportsOf('src/streams.ts')).toMatchSnapshot('rtk-rest/streams')
    expect(exportsOf('src/optimistic.ts')).toMatchSnapshot('rtk-rest/optimistic')
    expect(exportsOf('src/polling.ts')).toMatchSnapshot('rtk-rest/polling')
    expect(exportsOf('src/dataClient.ts')).toMatchSnapshot('rtk-rest/data-client')
    expect(exportsOf('src/react/index.ts')).toMatchSnapshot('rtk-rest/react')
    expect(exportsOf('src/testing/index.ts')).toMatchSnapshot('rtk-rest/testing')
    expect(exportsOf('src/xhr/index.ts')).toMatchSnapshot('rtk-rest/xhr')
  })
})

describe('the source files', () => {
  it('have at most 320 lines, and functions at most 40', () => {
    expect(tooLongFiles(files)).toEqual([])
    expect(files.flatMap(functionsOf).length).toBeGreaterThan(files.length)
    expect(tooLongFunctions(files)).toEqual([])
  })

  it('are all checked by the compiler, which takes one of two files that only `.ts` and `.tsx` tell apart', () => {
    const all = ['src', 'test', 'demo/web', 'bench'].flatMap(filesIn)
    const names = new Set(all)
    expect(all.length).toBeGreaterThan(files.length)
    expect(all.filter((file) => names.has(`${file}x`))).toEqual([])
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
    .filter((path) => /\.tsx?$/.test(path))
}

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true)
  return importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? resolve(file, fileName) : fileName,
  )
}

/** The modules that a file imports values of at once. */
function valuesFrom(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((it) => {
    const isType = ts.isImportDeclaration(it)
      ? it.importClause?.isTypeOnly === true
      : ts.isExportDeclaration(it) && it.isTypeOnly
    const from =
      ts.isImportDeclaration(it) || ts.isExportDeclaration(it) ? it.moduleSpecifier : undefined
    const path = from !== undefined && ts.isStringLiteral(from) ? from.text : ''
    return !isType && path.startsWith('.') ? [path] : []
  })
}

function resolve(from: string, to: string): string {
  const path = normalize(join(dirname(from), to))
  return files.find((file) => file.replace(/\.tsx?$/, '') === path) ?? path
}

function roomOf(file: string): string {
  return relative('src', file).split('/')[0] ?? ''
}

/** The room of a file in `store`, or the name of a file beside these rooms. */
function roomOfStore(file: string): string {
  return (
    relative('src/store', file)
      .split('/')[0]
      ?.replace(/\.tsx?$/, '') ?? ''
  )
}

function isAllowed(file: string, target: string): boolean {
  const room = roomOf(file)
  // A file beside the rooms is an entry: what it exports, it imports.
  const isEntry = !relative('src', file).includes('/')
  if (!target.startsWith('src/')) return packages[room]?.includes(target) === true
  if (isEntry || roomOf(target) === room) return true
  const path = relative('src', target).replace(/\.tsx?$/, '')
  return rooms[room]?.some((it) => path === it || path.startsWith(`${it}/`)) === true
}

function cycles(): string[][] {
  const found: string[][] = []
  const finished = new Set<string>()
  const walk = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) found.push([...trail.slice(start), file])
    if (start >= 0 || finished.has(file)) return
    for (const target of imports.get(file) ?? []) walk(target, [...trail, file])
    finished.add(file)
  }
  for (const file of files) walk(file, [])
  return found
}

function exportsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  return source.statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, isTypeOnly }) =>
      exportClause !== undefined && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => `${isTypeOnly ? 'type ' : ''}${name.text}`)
        : ['*'],
    )
    .toSorted()
}

function functionsOf(file: string): (readonly [number, string])[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: (readonly [number, string])[] = []
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const length = lineOf(node.getEnd()) - lineOf(node.getStart()) + 1
      found.push([length, `${file}:${lineOf(node.getStart()) + 1}`])
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function tooLongFiles(all: readonly string[]): (readonly [number, string])[] {
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length
  return all.map((file) => [lines(file), file] as const).filter(([length]) => length > 320)
}

function tooLongFunctions(all: readonly string[]): (readonly [number, string])[] {
  return all.flatMap(functionsOf).filter(([length]) => length > 40)
}

function expressionsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function code(text: string): string {
  return text.replace(/\/\*.*?\*\//gs, '').replace(/\/\/.*$/gm, '')
}
