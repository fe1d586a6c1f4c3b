import ts from 'typescript'
import type { Member, PublicName } from './reference'

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true })

/** As written in the source, in one line. */
function textOf(node: ts.Node): string {
  return tidy(printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()))
}

/** `AnyType` is the name of `any` in the source. */
function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\bAnyType\b/g, 'any')
    .replace(/\[ /g, '[')
    .replace(/ \]/g, ']')
    .replace(/; \}/g, ' }')
    .trim()
}

function listOf(nodes: readonly ts.Node[] | undefined, before: string, after: string): string {
  return nodes === undefined ? '' : `${before}${nodes.map(textOf).join(', ')}${after}`
}

/** What TypeScript infers, where the source names no type. */
function inferredType(node: ts.Declaration, checker: ts.TypeChecker): string {
  const flags =
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope
  const text = checker.typeToString(checker.getTypeAtLocation(node), node, flags)
  return tidy(text.replace(/"(\w+)"/g, "'$1'"))
}

function parameterText(node: ts.ParameterDeclaration): string {
  // A parameter that the default does not use has the name `_parent` in the source.
  if (node.initializer === undefined) return textOf(node).replace(/^_(?=\w)/, '')
  const type = node.type === undefined ? 'unknown' : textOf(node.type)
  return `${textOf(node.name)}?: ${type}`
}

/** `<T>(value: T): Result` of a function, a method or a signature. */
function signatureText(
  node: ts.SignatureDeclaration,
  checker: ts.TypeChecker,
  arrow = ': ',
): string {
  const types = listOf(node.typeParameters, '<', '>')
  const parameters = node.parameters
    .filter(({ name }) => textOf(name) !== 'this')
    .map(parameterText)
    .join(', ')
  const signature = checker.getSignatureFromDeclaration(node)
  const inferred = () =>
    signature === undefined ? 'void' : tidy(checker.typeToString(signature.getReturnType(), node))
  const result = node.type === undefined ? inferred() : textOf(node.type)
  return `${types}(${parameters})${ts.isConstructorDeclaration(node) ? '' : `${arrow}${result}`}`
}

/** Overloads without the implementation, which callers do not see. */
function visibleOf<Node extends ts.Declaration>(nodes: readonly Node[]): readonly Node[] {
  const overloads = nodes.filter((node) => !('body' in node) || node.body === undefined)
  return overloads.length === 0 ? nodes : overloads
}

/** A member as the signatures that it has: `key(): string`, `name?: string`. */
export function memberTexts(member: Member, checker: ts.TypeChecker): string[] {
  const prefix = member.isStatic ? 'static ' : ''
  return visibleOf(member.nodes)
    .filter((node) => !ts.isSetAccessorDeclaration(node))
    .map((node) => `${prefix}${member.name}${afterName(node, checker)}`)
}

function afterName(node: ts.Declaration, checker: ts.TypeChecker): string {
  const isOptional = 'questionToken' in node && node.questionToken !== undefined
  const mark = isOptional ? '?' : ''
  if (
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isConstructorDeclaration(node)
  ) {
    return `${mark}${signatureText(node, checker)}`
  }
  if (ts.isPropertyDeclaration(node) && node.type === undefined) {
    const { initializer } = node
    if (initializer !== undefined && ts.isArrowFunction(initializer)) {
      return signatureText(initializer, checker)
    }
  }
  const type = 'type' in node ? (node.type as ts.TypeNode | undefined) : undefined
  return `${mark}: ${type === undefined ? inferredType(node, checker) : textOf(type)}`
}

/** The declaration of a public name, without its members and bodies; none where that is its name alone. */
export function declarationText({ name, nodes }: PublicName, checker: ts.TypeChecker): string {
  return visibleOf(nodes)
    .map((node) => declarationOf(name, node, checker))
    .join('\n')
}

function declarationOf(name: string, node: ts.Declaration, checker: ts.TypeChecker): string {
  if (ts.isSourceFile(node)) return namespaceText(name, node)
  if (ts.isFunctionDeclaration(node)) return `function ${name}${signatureText(node, checker)}`
  if (ts.isTypeAliasDeclaration(node)) return textOf(withoutModifiers(node))
  if (ts.isVariableDeclaration(node)) {
    return `const ${name}${constructorText(node, checker) ?? afterName(node, checker)}`
  }
  if (ts.isInterfaceDeclaration(node)) {
    const signatures = node.members.filter(
      (member) =>
        ts.isCallSignatureDeclaration(member) ||
        ts.isConstructSignatureDeclaration(member) ||
        ts.isIndexSignatureDeclaration(member),
    )
    return `interface ${name}${headOf(node)} { ${signatures.map(textOf).join('\n')} }`
  }
  if (ts.isClassDeclaration(node)) {
    const constructors = visibleOf(node.members.filter(ts.isConstructorDeclaration))
    const texts = constructors.map((it) => `constructor${signatureText(it, checker)}`)
    return `class ${name}${headOf(node)} { ${texts.join('\n')} }`
  }
  return ''
}

/** A module that is exported as one value: what it exports, by the names there. */
function namespaceText(name: string, source: ts.SourceFile): string {
  const members = source.statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) =>
      exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements : [],
    )
    .map((it) => `readonly ${it.name.text}: typeof ${(it.propertyName ?? it.name).text}`)
  return `const ${name}: { ${members.join('\n')} }`
}

/** The type of a value that is called with `new`, which has no public name. */
function constructorText(
  { type }: ts.VariableDeclaration,
  checker: ts.TypeChecker,
): string | undefined {
  if (type === undefined || !ts.isTypeReferenceNode(type)) return undefined
  const [declared] = checker.getSymbolAtLocation(type.typeName)?.declarations ?? []
  if (declared === undefined || !ts.isInterfaceDeclaration(declared)) return undefined
  const constructors = declared.members.filter(ts.isConstructSignatureDeclaration)
  return constructors.length === 0 ? undefined : `: { ${constructors.map(textOf).join('\n')} }`
}

function headOf(node: ts.ClassDeclaration | ts.InterfaceDeclaration): string {
  return `${listOf(node.typeParameters, '<', '>')} ${listOf(node.heritageClauses, '', '')}`
}

function withoutModifiers(node: ts.TypeAliasDeclaration): ts.Node {
  const { name, typeParameters, type } = node
  const { factory } = ts
  return factory.updateTypeAliasDeclaration(node, undefined, name, typeParameters, type)
}

/** The declarations that those of a name and of its members refer to. */
export function referencesIn(
  nodes: readonly ts.Node[],
  checker: ts.TypeChecker,
): ReadonlySet<ts.Node> {
  const found = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    const name = referencedBy(node)
    for (const declaration of name === undefined ? [] : declarationsOf(name, checker)) {
      found.add(declaration)
    }
    if (!ts.isBlock(node)) ts.forEachChild(node, visit)
  }
  for (const node of nodes) visit(node)
  return found
}

function declarationsOf(name: ts.Node, checker: ts.TypeChecker): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name)
  const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
  return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? []
}

function referencedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName
  if (ts.isTypeQueryNode(node)) return node.exprName
  if (ts.isExpressionWithTypeArguments(node)) return node.expression
  return ts.isExportSpecifier(node) ? (node.propertyName ?? node.name) : undefined
}
