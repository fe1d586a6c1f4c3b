import { format, resolveConfig } from 'prettier'
import type { CommentDisplayPart } from 'typedoc'
import { declarationText, referencesIn, memberTexts } from './declarations'
import { examples, type Place, placesByName } from './examples'
import type { Documentation, Member, PublicName, Reference } from './reference'

interface Page {
  readonly file: string
  readonly title: string
  readonly text: string
  readonly holds: (name: PublicName) => boolean
}

/** What the pages of folders hold: each other entry has a page of its own. */
const FOLDERS: ReadonlySet<string> = new Set([
  'rtk-rest',
  'rtk-rest/types',
  'rtk-rest/garbage',
  'rtk-rest/hydration',
  'rtk-rest/persistence',
  'rtk-rest/refetch',
  'rtk-rest/streams',
  'rtk-rest/optimistic',
  'rtk-rest/polling',
])

const inFolder = (pattern: RegExp) => (it: PublicName) =>
  FOLDERS.has(it.entry) && pattern.test(it.file)

const ofEntry = (entry: string) => (it: PublicName) => it.entry === entry

/** The first page that holds a name has it. */
const PAGES: readonly Page[] = [
  {
    file: 'managers.md',
    title: 'Managers',
    text: 'Managers work for a store: they poll, retry, or show changes early. An app loads those that it imports. The contract for managers of your own is here too.',
    holds: inFolder(/^src\/(?:managers\/|store\/Manager\.ts)/),
  },
  {
    file: 'store.md',
    title: 'The store',
    text: '`createRest` makes the reducer and the middleware. The rest of this page reads and writes data, and observes actions.',
    holds: inFolder(/^src\/store\/(?!state\/)/),
  },
  {
    file: 'resources.md',
    title: 'Resources',
    text: '`resource` makes all endpoints of one kind of entity from one path.',
    holds: inFolder(/^src\/resource\//),
  },
  {
    file: 'endpoints.md',
    title: 'Endpoints',
    text: 'An endpoint describes one request: its address, its arguments, its body and its response.',
    holds: inFolder(/^src\/endpoint\//),
  },
  {
    file: 'schemas.md',
    title: 'Schemas',
    text: 'A schema describes the data of a response. The contracts for schemas of your own are here too.',
    holds: inFolder(/^src\/(?:schema|normalize)\//),
  },
  {
    file: 'react.md',
    title: 'React',
    text: 'Hooks and boundaries.',
    holds: ofEntry('rtk-rest/react'),
  },
  {
    file: 'devtools.md',
    title: 'Devtools',
    text: 'A panel in the page shows the requests, the actions and the tables of a store.',
    holds: ofEntry('rtk-rest/devtools'),
  },
  {
    file: 'testing.md',
    title: 'Testing',
    text: 'Helpers for tests.',
    holds: ofEntry('rtk-rest/testing'),
  },
  {
    file: 'xhr.md',
    title: 'Requests with progress',
    text: 'A store that has one of these as `fetchFn` reports the progress of its requests.',
    holds: ofEntry('rtk-rest/xhr'),
  },
  {
    file: 'data-client.md',
    title: 'Names of data-client',
    text: 'For those who come from data-client. `Collection` also takes `nonFilterArgumentKeys` and `createCollectionFilter`, `createResource` is `resource`, `ExtendableEndpoint` is `Endpoint`, `State` is `RestState`, `SnapshotInterface` is `Snapshot`, and `INormalizeDelegate`, `IDenormalizeDelegate` and `IQueryDelegate` are `NormalizeDelegate`, `DenormalizeDelegate` and `QueryDelegate`.',
    holds: ofEntry('rtk-rest/data-client'),
  },
  {
    file: 'state.md',
    title: 'State, actions and errors',
    text: 'The types of the state and of the actions, functions that read them, and error classes.',
    holds: () => true,
  },
]

const GENERATED =
  '<!-- Generated from the docstrings: npx vitest run --project unit test/api -u -->\n\n'

const INTRODUCTION = `# API reference

Every public name, with its declaration, its members and an example. The [recipes](../recipes/README.md) have one page per task.
`

/** The files of docs/api by name. */
export async function renderReference(reference: Reference): Promise<ReadonlyMap<string, string>> {
  const renderer = new Renderer(reference)
  const texts = [['README.md', renderer.index()], ...renderer.pages()] as const
  const config = await resolveConfig('docs/api/README.md')
  const formatted = texts.map(async ([file, text]) => {
    // The index has one line per name.
    const proseWrap = file === 'README.md' ? 'preserve' : 'always'
    const options = { ...config, parser: 'markdown', proseWrap } as const
    return [file, await format(GENERATED + text, options)] as const
  })
  return new Map(await Promise.all(formatted))
}

/** In the order of a reader: values before types, by the alphabet. */
function sorted(names: readonly PublicName[]): PublicName[] {
  const key = ({ name, isType }: PublicName) => `${isType ? 1 : 0}${name.toLowerCase()}`
  return names.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** The entries of some names, `rtk-rest` first and `rtk-rest/types` last. */
function entriesOf(names: readonly PublicName[]): string[] {
  const found = new Set(names.map(({ entry }) => entry))
  const others = [...found].filter((it) => it !== 'rtk-rest' && it !== 'rtk-rest/types')
  return ['rtk-rest', ...others, 'rtk-rest/types'].filter((it) => found.has(it))
}

class Renderer {
  readonly #reference: Reference
  readonly #byPage = new Map<Page, PublicName[]>()
  readonly #headings = new Map<string, { readonly page: Page; readonly heading: string }>()
  readonly #places = placesByName()

  constructor(reference: Reference) {
    this.#reference = reference
    for (const it of sorted(reference.names)) {
      const page = PAGES.find(({ holds }) => holds(it))
      if (page === undefined) continue
      const others = this.#byPage.get(page) ?? []
      const isTaken = others.some(({ name }) => name.toLowerCase() === it.name.toLowerCase())
      this.#byPage.set(page, [...others, it])
      this.#headings.set(it.name, { page, heading: isTaken ? `${it.name} (type)` : it.name })
    }
  }

  index(): string {
    const lists = PAGES.map((page) => {
      const lines = (this.#byPage.get(page) ?? []).map((it) => {
        const summary = firstSentence(this.#text(it.documentation?.summary ?? [], undefined))
        return `- ${this.#link(it.name, undefined)}: ${summary}`
      })
      return `## [${page.title}](${page.file})\n\n${page.text}\n\n${lines.join('\n')}\n`
    })
    return [INTRODUCTION, ...lists].join('\n')
  }

  pages(): (readonly [file: string, text: string])[] {
    return PAGES.map((page) => {
      const names = this.#byPage.get(page) ?? []
      const [main = 'rtk-rest', ...others] = entriesOf(names)
      const imports = `Imported from \`${main}\`${
        others.length === 0 ? '' : ', except where a heading names another entry'
      }. All names: [index](README.md).`
      const ofMain = names.filter(({ entry }) => entry === main)
      const section = (heading: string, all: readonly PublicName[]) =>
        all.length === 0 ? [] : [`## ${heading}\n`, ...all.map((it) => this.#entry(it, page))]
      const entries = [
        ...section(
          'Functions and values',
          ofMain.filter(({ isType }) => !isType),
        ),
        ...section(
          'Types',
          ofMain.filter(({ isType }) => isType),
        ),
        ...others.flatMap((entry) =>
          section(
            `From \`${entry}\``,
            names.filter((it) => it.entry === entry),
          ),
        ),
      ]
      const head = `# ${page.title}\n\n${page.text} ${imports}\n`
      return [page.file, [head, ...entries].join('\n')] as const
    })
  }

  #entry(it: PublicName, page: Page): string {
    const own = it.members.filter(({ inherited }) => inherited === undefined)
    const parts = [
      `### ${this.#headings.get(it.name)?.heading}`,
      declarationBlock(declarationText(it, this.#reference.checker)),
      this.#documentation(it.documentation, page),
      own.map((member) => this.#member(member, page)).join('\n'),
      this.#inherited(it, page),
      ...examples.filter(({ name }) => name === it.name).map(({ code }) => codeBlock(code)),
      this.#shownIn(it.name, page),
      this.#types(it, page),
    ]
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`
  }

  #documentation(documentation: Documentation | undefined, page: Page): string {
    if (documentation === undefined) return ''
    const { summary, parameters, tags } = documentation
    const text = (parts: readonly CommentDisplayPart[]) => this.#text(parts, page)
    const described = parameters.map(([name, about]) => `- \`${name}\`: ${text(about)}`)
    const lines = tags.map(([tag, about]) => tagText(tag, text(about)))
    return [text(summary), described.join('\n'), ...lines].filter(Boolean).join('\n\n')
  }

  #member(member: Member, page: Page): string {
    const signatures = memberTexts(member, this.#reference.checker).map((it) => `\`${it}\``)
    const text = this.#documentation(member.documentation, page)
    const indented = text.replace(/\n/g, '\n  ')
    return `- ${signatures.join('<br>')}${indented === '' ? '' : `<br>${indented}`}`
  }

  #inherited({ members }: PublicName, page: Page): string {
    const bases = new Set(members.flatMap(({ inherited }) => inherited ?? []))
    return [...bases]
      .map((base) => {
        const names = members.filter(({ inherited }) => inherited === base)
        const list = names.map(({ name }) => `\`${name}\``).join(', ')
        return `From ${this.#link(base, page)}: ${list}.`
      })
      .join('\n\n')
  }

  #shownIn(name: string, page: Page): string {
    const here = examples.filter((it) => it.name !== name && it.uses.has(name))
    const inReference = here.map((it) => this.#link(it.name, page))
    const onPages = (this.#places.get(name) ?? []).map(pageLink)
    const links = [...onPages, ...inReference].slice(0, 4)
    return links.length === 0 ? '' : `Shown in: ${links.join(', ')}.`
  }

  #types({ name, nodes, members }: PublicName, page: Page): string {
    const own = members.filter(({ inherited }) => inherited === undefined)
    const all = [...nodes, ...own.flatMap((member) => member.nodes)]
    const used = referencesIn(all, this.#reference.checker)
    const links = sorted(this.#reference.names)
      .filter((it) => it.name !== name && it.nodes.some((node) => used.has(node)))
      .map((it) => this.#link(it.name, page))
    return links.length === 0 ? '' : `See also: ${links.join(', ')}.`
  }

  #link(name: string, from: Page | undefined): string {
    const found = this.#headings.get(name)
    if (found === undefined) return `\`${name}\``
    const anchor = found.heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
    return `[\`${name}\`](${found.page === from ? '' : found.page.file}#${anchor})`
  }

  /** The text of a docstring as Markdown. */
  #text(parts: readonly CommentDisplayPart[], page: Page | undefined): string {
    return parts
      .map((part) => (part.kind === 'inline-tag' ? this.#link(part.text, page) : part.text))
      .join('')
  }
}

/** Declarations are made of the source, so they are no code that an example could be. */
function declarationBlock(code: string): string {
  const hasContent = !/^(?:interface|class) \w+ +\{ *\}$/.test(code)
  return hasContent && code !== '' ? `\`\`\`typescript\n${code}\n\`\`\`` : ''
}

function codeBlock(code: string): string {
  return `\`\`\`tsx\n${code}\n\`\`\``
}

const LABELS: Readonly<Record<string, string>> = {
  '@throws': 'Throws: ',
  '@returns': 'Returns: ',
  '@deprecated': 'Deprecated: ',
  '@see': 'See ',
}

function tagText(tag: string, text: string): string {
  if (tag === '@example') return text.replace(/^```ts\n/, '```tsx\n')
  return `${LABELS[tag] ?? `${tag}: `}${text}`
}

function firstSentence(text: string): string {
  return (/^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text).replace(/\s+/g, ' ')
}

function pageLink({ page, title }: Place): string {
  const address = page === 'README.md' ? '../../README.md' : page.replace(/^docs/, '..')
  return `[${title.replaceAll('`', '')}](${address})`
}
