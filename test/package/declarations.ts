import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

// Counts the lines of the core, and the named declarations on 1,000 of its lines of code. The core is `src` without what an app
// imports besides: the managers and the devtools. `budget.json` has the limits.
//
//   node --import tsx test/package/declarations.ts

const limits = JSON.parse(
  readFileSync(new URL('budget.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, number>>

const sources = readdirSync('src', { recursive: true })
  .map((name) => `src/${String(name)}`)
  .filter((name) => /\.tsx?$/.test(name) && !/^src\/(?:managers|devtools)\//.test(name))
  .map((name) =>
    ts.createSourceFile(name, readFileSync(name, 'utf8'), ts.ScriptTarget.ESNext, true),
  )

const named = sources.flatMap(declarationsIn).length
const lines = sum(({ text }) => text.split('\n').length - 1)
const linesOfCode = sum(codeLines)

note('lines of the core', lines)
note(
  'named declarations per 1,000 lines of code of the core',
  Math.round((1_000 * named) / linesOfCode),
)

function sum(count: (source: ts.SourceFile) => number): number {
  return sources.reduce((total, source) => total + count(source), 0)
}

/** Functions, methods, accessors, classes, interfaces, types, and constants and fields that hold a function. */
function declarationsIn(node: ts.Node): readonly ts.Node[] {
  const own = isDeclaration(node) ? [node] : []
  const inner: ts.Node[] = []
  node.forEachChild((child) => void inner.push(...declarationsIn(child)))
  return [...own, ...inner]
}

function isDeclaration(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) {
    const { initializer } = node
    return initializer !== undefined && isFunction(initializer)
  }
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  )
}

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

/** The lines that have more than blanks and comments. */
function codeLines(source: ts.SourceFile): number {
  const found = new Set<number>()
  const visit = (node: ts.Node): void => {
    // What documents a declaration is a child of it.
    if (ts.isJSDoc(node)) return
    const children = node.getChildren(source)
    children.forEach(visit)
    // A file ends with a token without a text.
    if (children.length > 0 || node.getWidth(source) === 0) return
    const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line
    const last = source.getLineAndCharacterOfPosition(node.getEnd()).line
    for (let at = first; at <= last; at++) found.add(at)
  }
  visit(source)
  return found.size
}

function note(what: string, found: number): void {
  const limit = limits[what] ?? 0
  const isFew = found <= limit
  process.stdout.write(`  ${what}: ${found} of ${limit}${isFew ? '' : ', too many'}\n`)
  if (!isFew) process.exitCode = 1
}
