import { type Page, textOf } from './pages'
import { linkOf } from './sidebar'

/** What the front page says and links to, as VitePress takes it: the sentences are those of README. */
export interface FrontMatter {
  readonly hero: {
    readonly name: string
    readonly text: string
    readonly tagline: string
    readonly actions: readonly Action[]
  }
}

interface Action {
  readonly text: string
  readonly link: string
  readonly theme: 'brand' | 'alt'
}

const LINKS: readonly (readonly [text: string, source: string, heading?: string])[] = [
  ['Tutorial', 'docs/tutorial.md'],
  ['Introduction', 'README.md'],
  ['Tasks', 'docs/README.md', '#tasks'],
  ['Reference', 'docs/api/README.md'],
]

export function createFront(pages: readonly Page[]): FrontMatter {
  const [, name = '', paragraph = ''] = /^# (.*)\n+((?:.+\n)+)/m.exec(textOf('README.md')) ?? []
  const [text = '', ...others] = paragraph
    .trim()
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]) /)
  const actions = LINKS.flatMap(([label, source, heading = '']) => {
    const page = pages.find((it) => it.source === source)
    return page === undefined ? [] : [{ text: label, link: `${linkOf(page)}${heading}` }]
  })
  return {
    hero: {
      name,
      text: text.replace(/\.$/, ''),
      tagline: others.join(' '),
      actions: actions.map((it, index) => ({ ...it, theme: index === 0 ? 'brand' : 'alt' })),
    },
  }
}
