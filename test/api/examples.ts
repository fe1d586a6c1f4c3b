import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { codeBlocks, flat, pages, sources } from '../docs/pages'

// An example is a code block on a page of the documentation, or a region of a file in test/docs/api: `// #region Name`. All
// of them are compiled. Which public names one uses is found by its identifiers and the imports of its file.

export interface Example {
  /** The name under which the reference shows it. */
  readonly name: string
  readonly code: string
  readonly uses: ReadonlySet<string>
}

export interface Place {
  readonly page: string
  readonly title: string
  readonly count: number
}

const FOLDER = 'test/docs/api/'

export const examples: readonly Example[] = [...sources]
  .filter(([file]) => file.startsWith(FOLDER))
  .flatMap(([file, source]) => {
    const imported = importsOf(file, source)
    const regions = source.matchAll(/^\/\/ #region (\S+)\n(.*?)^\/\/ #endregion$/gms)
    return [...regions].map(([, name = '', code = '']): Example => {
      const uses = new Set(usesOf(file, code, imported).keys())
      return { name, code: code.trim(), uses }
    })
  })

/** By public name, the pages that show it; those that use it most often are the first. */
export function placesByName(): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>()
  for (const page of pages.filter((it) => !it.startsWith('docs/api/'))) {
    const heading = /^# (.*)$/m.exec(readFileSync(page, 'utf8'))?.[1]
    const title =
      page === 'README.md' || heading === undefined ? page.replace(/\.md$/, '') : heading
    for (const [name, count] of usesOnPage(page)) {
      found.set(name, [...(found.get(name) ?? []), { page, title, count }])
    }
  }
  return new Map(
    [...found].map(([name, places]) => [name, places.toSorted((a, b) => b.count - a.count)]),
  )
}

const flatSources = [...sources].map(([file, source]) => ({
  file,
  text: flat(source),
  imported: importsOf(file, source),
}))

function usesOnPage(page: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const block of codeBlocks(page)) {
    const text = flat(block)
    const file = flatSources.find((source) => source.text.includes(text))
    if (file === undefined) continue
    for (const [name, count] of usesOf(file.file, block, file.imported)) {
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
  }
  return counts
}

function parse(file: string, code: string): ts.SourceFile {
  return ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
}

/** The public names that a file imports, by the names that it has there. */
function importsOf(file: string, code: string): ReadonlyMap<string, string> {
  const bindings = parse(file, code)
    .statements.filter(ts.isImportDeclaration)
    .filter(({ moduleSpecifier }) => /^.rtk-rest\b/.test(moduleSpecifier.getText()))
    .flatMap(({ importClause }) => importClause?.namedBindings ?? [])
  return new Map(
    bindings
      .flatMap((it) => (ts.isNamedImports(it) ? [...it.elements] : []))
      .map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]),
  )
}

/** How often a piece of code uses each of the imported names. */
function usesOf(
  file: string,
  code: string,
  imported: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    const name = ts.isIdentifier(node) && !isMemberName(node) ? imported.get(node.text) : undefined
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    ts.forEachChild(node, visit)
  }
  visit(parse(file, code))
  return counts
}

/** `name` in `object.name`, `{ name: 1 }` and `<Component name="" />`. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isQualifiedName(parent)) return parent.right === node
  return (
    (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent) || ts.isTypeElement(parent)) &&
    parent.name === node
  )
}
