import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Page, root, targetOf } from './pages'

// What the site needs of Markdown that is written for a repository: links between its files, and addresses of headings.

/** As much of markdown-it as is used here. */
interface Markdown {
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: MarkdownState) => void): void }
  }
}

interface MarkdownState {
  readonly env: { readonly path: string; readonly realPath?: string }
  tokens: Token[]
}

interface Token {
  type: string
  tag: string
  content: string
  readonly info: string
  readonly children: readonly Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

/** The address of a heading, as GitHub makes it. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

/**
 * Has links lead to the pages of files. A file without a page leads to the repository; where none is known, its link is text.
 * Diagrams are left out, because the tables beside them have the same numbers.
 */
export function addRepositoryLinks(
  md: Markdown,
  pages: readonly Page[],
  repository: string | undefined,
): void {
  const paths = new Map(pages.map(({ source, path }) => [source, path]))
  md.core.ruler.push('repository-links', (state) => {
    const source = relative(root, state.env.realPath ?? state.env.path).replaceAll('\\', '/')
    state.tokens = state.tokens.filter(({ info }) => info !== 'mermaid')
    for (const { children } of state.tokens) resolveLinks(children ?? [], (link) => toSite(link))

    function toSite(link: string): string | undefined {
      const [path = '', anchor] = link.split('#')
      const target = targetOf(source, path)
      const page = paths.get(target) ?? paths.get(`${target.replace(/\/$/, '')}/README.md`)
      const hash = anchor === undefined ? '' : `#${anchor}`
      if (page !== undefined) return `/${page}${hash}`
      // What is not there stays as it is, and the build fails.
      if (!existsSync(join(root, target))) return link
      return repository === undefined ? undefined : `${repository}/blob/main/${target}${hash}`
    }
  })
}

function resolveLinks(
  tokens: readonly Token[],
  toSite: (link: string) => string | undefined,
): void {
  let isText = false
  for (const token of tokens) {
    const link = token.type === 'link_open' ? (token.attrGet('href') ?? '') : ''
    if (link !== '' && !/^(?:\w+:|#|\/)/.test(link)) {
      const address = toSite(link)
      if (address !== undefined) token.attrSet('href', address)
      isText = address === undefined
      if (isText) clear(token)
    } else if (isText && token.type === 'link_close') {
      isText = false
      clear(token)
    }
  }
}

function clear(token: Token): void {
  Object.assign(token, { type: 'text', tag: '', content: '' })
}
