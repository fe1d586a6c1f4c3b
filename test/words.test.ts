// @vitest-environment node
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

// A Redux or TypeScript engineer reads `src` without a glossary: identifiers and file names use the field's own terms.
// What a word of an earlier version stands for is on the right; a word that is needed in its ordinary sense is listed below.
const REPLACED: Readonly<Record<string, string>> = {
  Workshop: 'DenormalizeBuilder',
  Frame: 'BuildFrame',
  OpenCycles: 'PendingCycles',
  doom: 'invalidCycle',
  mustRepeat: 'rebuild',
  Drafts: 'PendingRows',
  RowDraft: 'PendingRow',
  draft: 'pendingRow',
  Part: 'Dependency',
  parts: 'dependencies',
  Entry: 'CacheEntry',
  ListEntry: 'ListCacheEntry',
  Ring: 'CycleDependency',
  Scene: 'CacheContext',
  token: 'rowData',
  epoch: 'version',
  VOLATILE: 'ARGS_DEPENDENT',
  trail: 'changeLog',
  Note: 'ChangeRecord',
  Reading: 'StateCache',
  readingOf: 'stateCacheOf',
  Reads: 'ReadCache',
  Flight: 'Request',
  flight: 'request',
  flights: 'inFlight',
  hold: 'retain',
  receive: 'toCommitPayload',
  underWay: 'inFlight',
  endFlights: 'abortRequests',
  conclude: 'settleRequest',
  perform: 'executeRequest',
  answerOf: 'executeRequest',
  supersede: 'commitManually',
  answer: 'response',
  asked: 'requested',
  told: 'notified',
  tell: 'notify',
  tellOf: 'notifyAction',
  concerned: 'affected',
  Deliveries: 'SuspenseDeliveries',
  Fleeting: 'UncachedResults',
  patience: 'timeout and retry',
  EditLog: 'ListMutationLog',
  EditOf: 'RowUpdate',
  Past: 'NormalizeHistory',
  Owners: 'tableOwners',
  Watchers: 'ObserverIndex',
  Watcher: 'StoreObserver',
  Watched: 'ObservedRows',
  RowTeller: 'RowVisitor',
  Block: '(derived)',
  blockSoon: '(derived)',
  refused: '(derived)',
  unusable: '(derived)',
  born: '(derived)',
  usable: 'usePromise',
  usableOf: 'resolvedUsePromise',
  useObserved: 'useObserverValue',
  toldPresence: 'fromSetupListeners',
  isResting: 'isPaused',
  mostDemanding: 'fastest',
  Seam: 'AnyType',
  reuse: 'replaceEqualDeep',
  sized: 'preallocate',
  hashTable: 'dictionary',
  describe: 'describeValue',
  summarize: 'serializeArgs',
  misspelt: 'warnUnknownOption',
  sharedNames: 'warnDuplicateName',
  sharedRow: 'warnSharedRow',
  overruledOptions: 'warnShadowedOption',
  identifyInvalidated: 'inferInvalidatedPk',
  isTold: 'canResolvePk',
  begin: 'instantiate',
  created: 'registerInstance',
  lastKnown: 'readIncludingInvalid',
  derived: 'memoizeQuery',
  takesNull: 'acceptsNull',
  hasParts: 'hasNestedSchemas',
  hasOwnKey: 'hasExplicitKey',
  cacheWith: 'cacheKey',
  visitAt: 'visit',
  visitMember: 'visit',
  visitField: 'visit',
  enclosing: 'parentEntity',
  CollectionForm: 'CollectionLayout',
  gather: 'toMembers',
  says: 'matchesArgs',
  concerns: 'matchesRow',
  Arrival: 'AddedMember',
  expectBinaries: '(per store)',
  LOST: 'BINARY_GONE',
  once: 'lazyValue',
  kinds: 'schemaObject',
  isKind: 'isSchemaObject',
}

/** Members of exported types, which schema kinds of users have. */
const PUBLIC: ReadonlySet<string> = new Set([
  'takesNull',
  'hasParts',
  'hasOwnKey',
  'cacheWith',
  'visitField',
  'visitMember',
])

/** File by file, words in their ordinary sense, or of another API. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // A token of the grammar of paths.
  'src/endpoint/pathTemplate.ts': ['token'],
  'src/endpoint/checkPath.ts': ['token'],
  // An option of `addEventListener`.
  'src/endpoint/signals.ts': ['once'],
  // The status 201.
  'src/testing/mockServer.ts': ['created'],
}

/** Words that `test`, `demo` and `bench` do without as well, also as parts of longer names. */
const REPLACED_PARTS: Readonly<Record<string, string>> = {
  answer: 'response, or respond',
  answers: 'responses, or responds',
  answered: 'responded',
  asked: 'requested',
  told: 'notified',
  patience: 'timeout and retry',
  patient: 'timeout and retry',
  watcher: 'observer',
  watchers: 'observers',
  nobody: 'none',
  whoever: 'each',
}

const files = filesIn('src')

describe('the source', () => {
  it('names its files with standard terms', () => {
    const found = files.filter((file) => REPLACED[basename(file).replace(/\.tsx?$/, '')])
    expect(found).toEqual([])
  })

  it.each(files)('uses standard terms in %s', (file) => {
    const found = identifiersOf(file)
      .filter((name) => Object.hasOwn(REPLACED, name))
      .filter((name) => !PUBLIC.has(name) && EXCEPTIONS[file]?.includes(name) !== true)
      .map((name) => `${name} → ${REPLACED[name]}`)
    expect([...new Set(found)]).toEqual([])
  })

  it('needs each of the listed exceptions', () => {
    for (const [file, names] of Object.entries(EXCEPTIONS)) {
      expect([file, ...identifiersOf(file)]).toEqual(expect.arrayContaining([...names]))
    }
  })
})

describe.each(['test', 'demo', 'bench'])('the folder %s', (folder) => {
  // The tables above are made of these words.
  const others = filesIn(folder).filter((file) => file !== 'test/words.test.ts')

  it('names its files with standard terms', () => {
    expect(others.filter((file) => replacedParts(basename(file)).length > 0)).toEqual([])
  })

  it('uses standard terms', () => {
    const found = others.flatMap((file) =>
      [...new Set(identifiersOf(file))].flatMap(replacedParts).map((it) => `${file}: ${it}`),
    )
    expect(found).toEqual([])
  })
})

/** The words of a name that a standard term replaces: of `patientAnswer` both. */
function replacedParts(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => Object.hasOwn(REPLACED_PARTS, word))
    .map((word) => `${name} (${word} → ${REPLACED_PARTS[word]})`)
}

function identifiersOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node.text)
    if (ts.isPrivateIdentifier(node)) found.push(node.text.slice(1))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => basename(path) !== 'node_modules')
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
}
