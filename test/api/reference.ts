import ts from 'typescript'
import {
  Application,
  type CommentDisplayPart,
  Converter,
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  type SomeType,
} from 'typedoc'

/** The entries of the package, and the folder of each. */
const ENTRIES: Readonly<Record<string, string>> = {
  'rtk-rest': 'src/index.ts',
  'rtk-rest/types': 'src/types.ts',
  'rtk-rest/devtools': 'src/devtools/index.ts',
  'rtk-rest/garbage': 'src/garbage.ts',
  'rtk-rest/hydration': 'src/hydration.ts',
  'rtk-rest/persistence': 'src/persistence.ts',
  'rtk-rest/refetch': 'src/refetch.ts',
  'rtk-rest/streams': 'src/streams.ts',
  'rtk-rest/optimistic': 'src/optimistic.ts',
  'rtk-rest/polling': 'src/polling.ts',
  'rtk-rest/data-client': 'src/dataClient.ts',
  'rtk-rest/react': 'src/react/index.ts',
  'rtk-rest/testing': 'src/testing/index.ts',
  'rtk-rest/xhr': 'src/xhr/index.ts',
}

/** The parts of a docstring. */
export interface Documentation {
  readonly summary: readonly CommentDisplayPart[]
  /** Of the parameters that are described. */
  readonly parameters: readonly (readonly [name: string, text: readonly CommentDisplayPart[]])[]
  /** `@throws`, `@returns`, `@deprecated`, `@example`. */
  readonly tags: readonly (readonly [tag: string, text: readonly CommentDisplayPart[]])[]
}

/** A member of a class, an interface or an object type. */
export interface Member {
  readonly name: string
  readonly nodes: readonly ts.Declaration[]
  readonly documentation: Documentation | undefined
  readonly isStatic: boolean
  /** The public type that documents it, where it has no text of its own. */
  readonly inherited: string | undefined
}

export interface PublicName {
  readonly name: string
  readonly entry: string
  /** Where its declaration is: `src/schema/Entity.ts`. */
  readonly file: string
  readonly isType: boolean
  readonly nodes: readonly ts.Declaration[]
  readonly documentation: Documentation | undefined
  readonly members: readonly Member[]
}

export interface Reference {
  readonly names: readonly PublicName[]
  readonly checker: ts.TypeChecker
}

/** Every public name with its declaration and its docstring, as typedoc finds them. */
export async function readReference(): Promise<Reference> {
  const app = await Application.bootstrap({
    entryPoints: Object.values(ENTRIES),
    tsconfig: 'test/api/source.tsconfig.json',
    // The type check is a check of its own.
    skipErrorChecking: true,
    disableGit: true,
    disableSources: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeInternal: true,
    excludeExternals: true,
    logLevel: 'Error',
    readme: 'none',
    plugin: [],
  })
  const found: PublicName[] = []
  const checkers: ts.TypeChecker[] = []
  app.converter.on(Converter.EVENT_END, (context) => {
    const declarationsOf = (it: Reflection) => context.getSymbolFromReflection(it)?.declarations
    checkers.push(...context.programs.map((program) => program.getTypeChecker()))
    found.push(...namesOf(context.project, (it) => declarationsOf(it) ?? []))
  })
  await app.convert()
  const [checker] = checkers
  if (checker === undefined) throw new Error('typedoc found no program')
  return { names: withDescriptions(merged(found)), checker }
}

/** A name that is a type and a value is one name, with the docstring of its value if that has one. Of two entries, the first counts. */
function merged(found: readonly PublicName[]): PublicName[] {
  const byName = new Map<string, PublicName>()
  for (const it of found) {
    const other = byName.get(it.name)
    if (other === undefined) byName.set(it.name, it)
    else if (it.entry === other.entry) {
      const [type, value] = it.isType ? [it, other] : [other, it]
      const nodes = [...type.nodes, ...value.nodes.filter((node) => !type.nodes.includes(node))]
      const documentation = value.documentation ?? type.documentation
      byName.set(it.name, { ...value, nodes, documentation, members: type.members })
    }
  }
  return [...byName.values()]
}

type DeclarationsOf = (it: Reflection) => readonly ts.Declaration[]

function namesOf(project: ProjectReflection, declarationsOf: DeclarationsOf): PublicName[] {
  const modules = project.children ?? []
  const names = new Set(modules.flatMap(({ children = [] }) => children.map(({ name }) => name)))
  return Object.entries(ENTRIES).flatMap(([entry, source]) =>
    (modules.find(({ name }) => name === moduleOf(source))?.children ?? [])
      .filter(isDeclared)
      .map((it) => {
        const nodes = declarationsOf(it)
        return {
          name: it.name,
          entry,
          file: relativePath(nodes[0]?.getSourceFile().fileName ?? ''),
          isType: it.kindOf([ReflectionKind.Interface, ReflectionKind.TypeAlias]),
          nodes,
          documentation: documentationOf(it),
          members: membersOf(it, names, declarationsOf),
        }
      }),
  )
}

/** The name that typedoc gives the module of an entry: `react` for `src/react/index.ts`. */
function moduleOf(source: string): string {
  return source.replace(/^src\//, '').replace(/(?:(?<=.)\/index)?\.ts$/, '')
}

/** Whether it is no other name of what is public already. */
function isDeclared(it: Reflection): boolean {
  return !it.kindOf(ReflectionKind.Reference)
}

function relativePath(file: string): string {
  return file.slice(file.lastIndexOf('/src/') + 1)
}

/** Public types that describe the members of others, which do not extend them. */
const DESCRIBED_BY: readonly (readonly [owner: RegExp, by: readonly string[]])[] = [
  [/^(?:EndpointInstance|EndpointInterface)$/, ['EndpointContract']],
  [/^RestEndpoint$/, ['RestOptions', 'RestGenerics', 'EndpointContract']],
  [/Generics$|^(?:List|Page)Base$/, ['RestGenerics', 'ResourceOptions']],
  [/^Entity$/, ['RowSchema', 'SchemaKind']],
  [/^Invalidate$/, ['SchemaKind']],
]

/** Its members, and those of bases that are not public; what a public base has is there. */
function membersOf(
  owner: DeclarationReflection,
  names: ReadonlySet<string>,
  declarationsOf: DeclarationsOf,
): Member[] {
  return (owner.children ?? membersIn(owner.type))
    .filter((it) => !it.kindOf(ReflectionKind.Reference) && !isForeign(it) && !isHidden(it))
    .filter((it) => !it.kindOf(ReflectionKind.Constructor) || documentationOf(it) !== undefined)
    .map((it) => {
      const nodes = declarationsOf(it)
      const above = [it.implementationOf, it.overwrites]
        .map((base) => base?.name.replace(/[.<].*/s, '') ?? '')
        .find((base) => names.has(base))
      return {
        name: it.name,
        nodes,
        documentation: documentationOf(it),
        isStatic: it.flags.isStatic,
        inherited: nodes.some(hasText) ? undefined : above,
      }
    })
    .filter(({ nodes }) => {
      const [declaring] = nodes.map(({ parent }) => nameOfDeclaration(parent))
      return nodes.length > 0 && (declaring === owner.name || !names.has(declaring ?? ''))
    })
}

/** The members that a type alias declares in braces. Those without a text are in its declaration. */
function membersIn(type: SomeType | undefined): DeclarationReflection[] {
  if (type?.type === 'intersection') return type.types.flatMap(membersIn)
  const members = type?.type === 'reflection' ? (type.declaration.children ?? []) : []
  return members.filter((it) => documentationOf(it) !== undefined)
}

function hasText(node: ts.Node): boolean {
  return ts.getJSDocCommentsAndTags(node).length > 0
}

function nameOfDeclaration(node: ts.Node): string | undefined {
  const isNamed = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
  return isNamed ? node.name?.text : undefined
}

/** Members without a text of their own refer to the public type that describes them. */
function withDescriptions(names: readonly PublicName[]): PublicName[] {
  const byName = new Map(names.map((it) => [it.name, it]))
  return names.map((owner) => {
    const [, bases = []] = DESCRIBED_BY.find(([pattern]) => pattern.test(owner.name)) ?? []
    const baseOf = ({ name }: Member) =>
      bases.find((base) =>
        byName.get(base)?.members.some((it) => it.name === name && it.documentation !== undefined),
      )
    const members = owner.members.map((it): Member => {
      const isDeclaredHere = it.nodes.some(({ parent }) => nameOfDeclaration(parent) === owner.name)
      const isOwn = isDeclaredHere && it.nodes.some(hasText)
      return isOwn || it.inherited !== undefined ? it : { ...it, inherited: baseOf(it) }
    })
    return { ...owner, members }
  })
}

/** Whether another package declares it, as React does for the methods of a component. */
function isForeign({ overwrites, inheritedFrom }: DeclarationReflection): boolean {
  const declared = (overwrites ?? inheritedFrom)?.package
  return declared !== undefined && declared !== 'rtk-rest'
}

/** Symbols, and `shape`, which exists for the compiler alone. */
function isHidden({ name }: DeclarationReflection): boolean {
  return name.startsWith('[') || name === 'shape'
}

/** The docstring of a declaration, which is at a signature where it is a function. */
function documentationOf(it: DeclarationReflection): Documentation | undefined {
  const { type } = it
  const ofType = type?.type === 'reflection' ? (type.declaration.signatures ?? []) : []
  const signatures = [...(it.signatures ?? []), ...ofType]
  const comments = [it, ...signatures, it.getSignature].map((candidate) => candidate?.comment)
  const comment = comments.find((candidate) => candidate !== undefined)
  const parameters = signatures
    .flatMap((signature) => signature.parameters ?? [])
    .flatMap(({ name, comment: own }) => (own === undefined ? [] : [[name, own.summary] as const]))
  if (comment === undefined && parameters.length === 0) return undefined
  const tags = comment?.blockTags.map(({ tag, content }) => [tag, content] as const) ?? []
  const unique = new Map(parameters)
  return { summary: comment?.summary ?? [], parameters: [...unique], tags }
}
