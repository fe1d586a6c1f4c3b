// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createFront } from '../../site/front'
import { readManifest, versionMenu } from '../../site/manifest'
import { readPages } from '../../site/pages'
import { createSidebar, linkOf, type SidebarItem } from '../../site/sidebar'
import { pages } from './pages'

const all = readPages()
const sidebar = createSidebar(all)
const linksIn = ({ link, items = [] }: SidebarItem): string[] => [
  ...(link === undefined ? [] : [link]),
  ...items.flatMap(linksIn),
]

describe('the documentation site', () => {
  it('has README and every page of docs, each at an address of its own', () => {
    expect(all.map(({ source }) => source)).toEqual(expect.arrayContaining([...pages]))
    expect(new Set(all.map(linkOf)).size).toBe(all.length)
  })

  it('has every page once in its sidebar', () => {
    expect(sidebar.flatMap(linksIn).toSorted()).toEqual(all.map(linkOf).toSorted())
  })

  it('has a page that nothing links to at the end of its sidebar', () => {
    const forgotten = { source: 'docs/new.md', path: 'new.md', title: 'New' }
    const { text, items = [] } = createSidebar([...all, forgotten]).at(-1) ?? { text: '' }
    expect(text).toBe('More')
    expect(items).toContainEqual({ text: 'New', link: '/new' })
  })

  it('lists the pages of a folder in the order of its README', () => {
    const folder = sidebar.flatMap(({ items = [] }) => items).find((it) => it.link === '/schemas/')
    const [first, second] = folder?.items ?? []
    expect([first?.link, second?.link]).toEqual(['/schemas/entity', '/schemas/collection'])
  })

  it('begins with the sentences of README', () => {
    const { hero } = createFront(all)
    expect(hero.text).toBe('A normalized REST data layer for Redux Toolkit')
    expect(hero.tagline).toMatch(/^Declare endpoints and entities once: .* a search\.$/)
    expect(hero.actions.map(({ link }) => link)).toEqual(
      expect.arrayContaining(['/introduction', '/overview#tasks', '/api/']),
    )
  })

  it('has a menu of its version, and of older ones in folders of their names', () => {
    expect(readManifest().version).toMatch(/^\d+\.\d+\.\d+/)
    expect(versionMenu('0.2.0', ['0.1.0'])).toMatchObject({
      text: '0.2.0',
      items: [{ text: 'Changelog' }, { text: '0.1.0', link: '/0.1.0/', target: '_self' }],
    })
  })
})
