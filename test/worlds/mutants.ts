import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A bug that can be planted: one change of the text of one file. */
export interface Mutant {
  readonly file: string
  /** Beginning with 1. */
  readonly line: number
  readonly kind: 'a comparison inverted' | 'a statement dropped' | 'two arguments swapped'
  readonly start: number
  readonly end: number
  readonly replace: string
}

const INVERSE: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '>=',
  [ts.SyntaxKind.LessThanEqualsToken]: '>',
  [ts.SyntaxKind.GreaterThanToken]: '<=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '<',
}

/** All bugs of these kinds in lines of `src` that are new since a revision. Advice to developers is left out. */
export function mutantsSince(revision: string): readonly Mutant[] {
  const diff = execFileSync(
    'git',
    ['diff', '--unified=0', '--no-ext-diff', revision, '--', 'src'],
    {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    },
  )
  return [...newLinesIn(diff)].flatMap(([file, lines]) => mutantsIn(file, lines))
}

/** The numbers of the new lines of each file. */
export function newLinesIn(diff: string): ReadonlyMap<string, ReadonlySet<number>> {
  const files = new Map<string, Set<number>>()
  let lines = new Set<number>()
  for (const text of diff.split('\n')) {
    const file = /^\+\+\+ b\/(.*\.tsx?)$/.exec(text)?.[1]
    if (text.startsWith('+++')) lines = new Set()
    if (file !== undefined) files.set(file, lines)
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? []
    if (first === undefined) continue
    for (let at = 0; at < Number(count); at++) lines.add(Number(first) + at)
  }
  return files
}

function mutantsIn(file: string, lines: ReadonlySet<number>): readonly Mutant[] {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const visit = (node: ts.Node): void => {
    if (isAdvice(node)) return
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const mutant = lines.has(line) ? mutantOf(node) : undefined
    if (mutant) mutants.push({ file, line, ...mutant })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

type Change = Omit<Mutant, 'file' | 'line'>

function mutantOf(node: ts.Node): Change | undefined {
  if (ts.isBinaryExpression(node)) return inverted(node.operatorToken)
  if (ts.isExpressionStatement(node)) {
    return { kind: 'a statement dropped', start: node.getStart(), end: node.end, replace: ';' }
  }
  const isCall = ts.isCallExpression(node) || ts.isNewExpression(node)
  return isCall ? swapped(node.arguments ?? []) : undefined
}

function inverted(operator: ts.BinaryOperatorToken): Change | undefined {
  const replace = INVERSE[operator.kind]
  if (replace === undefined) return undefined
  return { kind: 'a comparison inverted', start: operator.getStart(), end: operator.end, replace }
}

function swapped([first, second]: readonly ts.Expression[]): Change | undefined {
  if (first === undefined || second === undefined) return undefined
  const replace = `${second.getText()}, ${first.getText()}`
  if (first.getText() === second.getText()) return undefined
  return { kind: 'two arguments swapped', start: first.getStart(), end: second.end, replace }
}

/** What production leaves out. */
function isAdvice(node: ts.Node): boolean {
  return ts.isIfStatement(node) && node.expression.getText().includes('process.env.NODE_ENV')
}
