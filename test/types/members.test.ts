import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

// The members of each public class and type. What is not public is free to change; a change here is one for users.

const ENTRIES = [
  'devtools/index.ts',
  'index.ts',
  'optimistic.ts',
  'polling.ts',
  'react/index.ts',
  'testing/index.ts',
  'types.ts',
  'xhr/index.ts',
].map((path) => resolve('src', path))

it('the members of the public classes and types equal the snapshot', () => {
  const options = readOptions()
  const program = ts.createProgram(ENTRIES, options)
  const checker = program.getTypeChecker()
  const members = ENTRIES.flatMap((entry) => {
    const source = program.getSourceFile(entry)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${entry} is not a module`)
    return checker.getExportsOfModule(module).flatMap((it) => describeExport(it, checker))
  })
  expect(members.length).toBeGreaterThan(100)
  expect(members.toSorted().join('\n')).toMatchSnapshot()
})

function readOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as {
    readonly config: unknown
  }
  return ts.parseJsonConfigFileContent(config, ts.sys, '.').options
}

function describeExport(exported: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
  const lines: string[] = []
  const add = (suffix: string, type: ts.Type): void => {
    const names = type.isUnion() ? [] : type.getProperties().filter(isPublic).map(nameOf)
    if (names.length > 0) lines.push(`${exported.name}${suffix}: ${names.toSorted().join(' ')}`)
  }
  if ((symbol.flags & ts.SymbolFlags.Type) !== 0) add('', checker.getDeclaredTypeOfSymbol(symbol))
  if ((symbol.flags & ts.SymbolFlags.Value) !== 0) {
    const value = checker.getTypeOfSymbol(symbol)
    add(' (static)', value)
  }
  return lines
}

function nameOf(symbol: ts.Symbol): string {
  return symbol.name + ((symbol.flags & ts.SymbolFlags.Optional) === 0 ? '' : '?')
}

/** Private members are not for users; those of built-in types are not of this project. */
function isPublic(symbol: ts.Symbol): boolean {
  const declarations = symbol.declarations ?? []
  return declarations.some(
    (it) =>
      it.getSourceFile().fileName.includes('/src/') &&
      (ts.getCombinedModifierFlags(it) & ts.ModifierFlags.Private) === 0 &&
      !/^(#|__[#@])/.test(nameOf(symbol)),
  )
}
