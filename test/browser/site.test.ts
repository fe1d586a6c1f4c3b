import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { preview, type PreviewServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSite, dist } from '../../site/build'
import { readManifest } from '../../site/manifest'
import { readPages } from '../../site/pages'
import { launchBrowser } from '../support/launchBrowser'
import { isExhaustive } from '../support/runs'

// The built documentation: its files, and in a browser what they do.

let server: PreviewServer
let browser: Browser
let url: string

beforeAll(async () => {
  buildSite()
  server = await preview({
    configFile: false,
    appType: 'mpa',
    logLevel: 'silent',
    build: { outDir: dist },
    preview: { host: '127.0.0.1', port: 0 },
  })
  url = server.resolvedUrls?.local[0] ?? ''
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

describe('the built site', () => {
  const read = (file: string): string => readFileSync(join(dist, file), 'utf8')
  const addressOf = (file: string): string => `/${file.replaceAll('\\', '/')}`
  const filesOf = (pattern: RegExp): string[] =>
    readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name))

  it('has a page of each Markdown file, the front page, and one of what is not found', () => {
    const expected = readPages().map(({ path }) => `/${path.replace(/md$/, 'html')}`)
    expect(
      filesOf(/\.html$/)
        .map(addressOf)
        .toSorted(),
    ).toEqual([...expected, '/index.html', '/404.html'].toSorted())
  })

  it('has no link to a page or a heading that is not there', () => {
    const pages = new Map(filesOf(/\.html$/).map((file) => [addressOf(file), read(file)]))
    const anchors = new Map([...pages].map(([page, html]) => [page, valuesOf(html, 'id')]))
    const isThere = (page: string, link: string): boolean => {
      const { origin, pathname, hash } = new URL(
        link.replaceAll('&amp;', '&'),
        `http://site${page}`,
      )
      if (origin !== 'http://site' || /^\/(?:assets\/|vp-icons\.css$)/.test(pathname)) return true
      const ids = anchors.get(pathname.replace(/\/$/, '/index.html'))
      return ids !== undefined && (hash === '' || ids.has(decodeURIComponent(hash.slice(1))))
    }
    const broken = [...pages].flatMap(([page, html]) =>
      [...valuesOf(html, 'href')]
        .filter((link) => !isThere(page, link))
        .map((link) => `${page} -> ${link}`),
    )
    expect(pages.size).toBeGreaterThan(80)
    expect(broken).toEqual([])
  })

  function valuesOf(html: string, attribute: string): ReadonlySet<string> {
    return new Set(
      [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, it = '']) => it),
    )
  }
})

/** A page of each kind. Axe takes a second for a short one, and ten for that of all endpoints. */
const kinds = {
  light: ['', 'recipes/requests/polling.html'],
  dark: ['glossary.html', 'api/testing.html'],
}

describe.each([
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)('the site in a window of $width px, $colorScheme', ({ colorScheme, ...viewport }) => {
  let context: BrowserContext
  let page: Page
  const complaints: string[] = []

  beforeEach(async () => {
    complaints.length = 0
    context = await browser.newContext({ viewport, colorScheme })
    page = await context.newPage()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
    })
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(url) || request.url().startsWith('data:')
      if (!isOwn) complaints.push(`A request to ${request.url()}`)
    })
  })

  afterEach(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })

  it('shows a user in a list and in a detail, and a rename in both by one request and one row', async () => {
    await page.goto(url)
    const users = page.getByRole('list', { name: 'Users' })
    await users.getByRole('button', { name: 'Grace Hopper' }).click()
    const requests = page.getByRole('list', { name: 'Requests' })
    expect(await requests.innerText()).toContain('GET /users changed 4 rows')
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace Murray Hopper')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'Grace Murray Hopper' }).waitFor()
    await users.getByRole('button', { name: 'Grace Murray Hopper' }).waitFor()
    const [newest = '', ...older] = await requests.getByRole('listitem').allInnerTexts()
    expect(newest).toContain('PATCH /users/3 changed 1 row')
    expect(newest).toContain('User 3: {"id":"3","name":"Grace Murray Hopper"}')
    expect(older).toHaveLength(1)
  })

  it('shows the code that runs beside it', async () => {
    await page.goto(url)
    const shown = await page.locator('.live-code pre').allTextContents()
    const files = ['App.tsx', 'server.ts', 'Requests.tsx'].map((name) =>
      readFileSync(join('site/live', name), 'utf8').trim(),
    )
    expect(shown.map((it) => it.trim())).toEqual(files)
  })

  it('can be read and used with an assistive technology', async () => {
    for (const path of isExhaustive ? Object.values(kinds).flat() : kinds[colorScheme]) {
      await page.goto(`${url}${path}`)
      if (path === '') await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
      expect([path, found]).toEqual([path, []])
    }
  })

  it('finds a page by its words', async () => {
    await page.goto(url)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('optimistic')
    await page
      .getByRole('option', { name: 'Show a change before the server responds' })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Show a change before' }).waitFor()
    expect(page.url()).toContain('/recipes/mutations/optimistic-updates.html')
  })

  it('has no page that is wider than the window', async () => {
    await page.goto(url)
    for (const path of ['', 'introduction.html', 'features.html', 'api/endpoints.html']) {
      await page.goto(`${url}${path}`)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, Math.max(0, excess)]).toEqual([path, 0])
    }
  })
})

it('names its version, and has its theme in the colors of the system', async () => {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
  })
  await page.goto(`${url}introduction.html`)
  expect(await page.getByRole('button', { name: readManifest().version }).count()).toBe(1)
  expect(await page.locator('html').getAttribute('class')).toContain('dark')
  await page.close()
})
