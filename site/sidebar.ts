import { linksOf, type Page, textOf } from './pages'

/** An item of the sidebar, as VitePress takes it. */
export interface SidebarItem {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: readonly SidebarItem[]
}

/**
 * The sidebar, derived from the Markdown. The headings and the links of the front page of `docs` make the groups and their order.
 * A folder is one item; its README has the order of its pages. What is linked nowhere stands at the end, so that no page is missing.
 */
export function createSidebar(pages: readonly Page[]): readonly SidebarItem[] {
  const sections = sectionsOf(pages)
  const order = sections.flatMap(({ links }) => links)
  const left = groupBy(pages, unitOf)
  const take = (units: readonly string[]): SidebarItem[] =>
    [...new Set(units)].flatMap((unit) => {
      const own = left.get(unit)
      left.delete(unit)
      return own === undefined ? [] : itemsOf(unit, own, order)
    })
  const groups = sections.map(({ text, links }) => ({
    text,
    items: opened(take(links.map(unitOfSource))),
  }))
  const rest = { text: 'More', items: take([...left.keys()]) }
  return [...groups, rest].filter(({ items }) => items.length > 0)
}

interface Section {
  readonly text: string
  readonly links: readonly string[]
}

/** The parts of the front page; without one, the last part of README, which says what to read. */
function sectionsOf(pages: readonly Page[]): readonly Section[] {
  const front = 'docs/README.md'
  const isThere = pages.some(({ source }) => source === front)
  const source = isThere ? front : 'README.md'
  const text = isThere ? textOf(front) : textOf(source).replace(/^.*^## Read on$/ms, '')
  const [start = '', ...parts] = text.split(/^## /m)
  const [first = { text: 'Start', links: [] }, ...others] = parts.map((part) => {
    const [heading = ''] = part.split('\n', 1)
    return { text: heading.replaceAll('`', ''), links: linksOf(source, part) }
  })
  const links = ['README.md', front, ...linksOf(source, start), ...first.links]
  return [{ text: first.text, links }, ...others]
}

/** A folder that is alone in its group is that group. */
function opened(items: readonly SidebarItem[]): readonly SidebarItem[] {
  const [folder, ...others] = items
  if (folder?.items === undefined || others.length > 0) return items
  const { items: within, collapsed: _, ...index } = folder
  return [index, ...within]
}

/** What stands together in the sidebar: a folder of `docs`, or a page by itself. */
function unitOf({ source }: Page): string {
  return unitOfSource(source)
}

function unitOfSource(source: string): string {
  return /^docs\/[^/]+\//.exec(source)?.[0] ?? source
}

function itemsOf(unit: string, pages: readonly Page[], order: readonly string[]): SidebarItem[] {
  return unit.endsWith('/') ? [folderItem(unit, pages, order)] : pages.map(pageItem)
}

function folderItem(folder: string, pages: readonly Page[], order: readonly string[]): SidebarItem {
  const index = pages.find(({ source }) => source === `${folder}README.md`)
  const ranks = [...(index === undefined ? [] : linksOf(index.source)), ...order]
  const others = pages.filter((page) => page !== index).toSorted(byRank(ranks))
  const parts = groupBy(others, ({ source }) => partOf(folder, source))
  return {
    text: index?.title ?? nameOf(folder),
    ...(index !== undefined && { link: linkOf(index) }),
    collapsed: true,
    items: [...parts].flatMap(([part, own]) => itemsOf(part, own, ranks)),
  }
}

/** The folder within a folder that a page is in, or the page itself. */
function partOf(folder: string, source: string): string {
  const [name = '', ...rest] = source.slice(folder.length).split('/')
  return rest.length === 0 ? source : `${folder}${name}/`
}

/** `Map.groupBy` of newer Nodes. */
function groupBy(
  pages: readonly Page[],
  keyOf: (page: Page) => string,
): Map<string, readonly Page[]> {
  const groups = new Map<string, readonly Page[]>()
  for (const page of pages) groups.set(keyOf(page), [...(groups.get(keyOf(page)) ?? []), page])
  return groups
}

function byRank(ranks: readonly string[]): (one: Page, other: Page) => number {
  const rankOf = ({ source }: Page): number => {
    const rank = ranks.indexOf(source)
    return rank < 0 ? ranks.length : rank
  }
  return (one, other) => rankOf(one) - rankOf(other) || one.source.localeCompare(other.source)
}

function nameOf(folder: string): string {
  const name = folder.split('/').at(-2) ?? ''
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function pageItem(page: Page): SidebarItem {
  return { text: page.title, link: linkOf(page) }
}

export function linkOf({ path }: Page): string {
  return `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`
}
