import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root: string = fileURLToPath(new URL('..', import.meta.url))

/** A Markdown file that has a page on the site. */
export interface Page {
  /** Its path in the repository. */
  readonly source: string
  /** Its path on the site, which ends with `.md` as the file does. */
  readonly path: string
  readonly title: string
}

/** All pages but the front page: those of `docs`, those beside it, and what was measured. */
export function readPages(): readonly Page[] {
  const beside = readdirSync(root).filter((name) => name.endsWith('.md'))
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
  return [...beside, ...docs.toSorted(), 'bench/RESULTS.md'].map((source) => ({
    source,
    path: pathOf(source),
    title: titleOf(source),
  }))
}

/** Where a file of the repository is on the site: `docs` is its top, and a README the index of its folder. */
export function pathOf(source: string): string {
  const fixed = FIXED[source]
  if (fixed !== undefined) return fixed
  if (source.startsWith('docs/')) {
    return source.slice('docs/'.length).replace(/\/README\.md$/, '/index.md')
  }
  return `project/${source.toLowerCase()}`
}

const FIXED: Readonly<Record<string, string>> = {
  'site/index.md': 'index.md',
  'README.md': 'introduction.md',
  'docs/README.md': 'overview.md',
  'bench/RESULTS.md': 'project/measured.md',
}

export function textOf(source: string): string {
  return readFileSync(join(root, source), 'utf8')
}

function titleOf(source: string): string {
  if (source === 'README.md') return 'Introduction'
  const [, heading = source] = /^# (.*)$/m.exec(textOf(source)) ?? []
  return heading.replaceAll('`', '')
}

/** The files of the repository that a text of one of them links to, in order. */
export function linksOf(source: string, text: string = textOf(source)): readonly string[] {
  const links = text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)
  return [...links].map(([, link = '']) => targetOf(source, link))
}

/** What a relative link in a file means, as a path in the repository. */
export function targetOf(source: string, link: string): string {
  return join(dirname(source), decodeURI(link)).replaceAll('\\', '/')
}
