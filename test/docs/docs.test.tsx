import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { act, fireEvent, render, screen, waitForElementToBeRemoved } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Provider } from 'react-redux'
import { mockServer } from 'rtk-rest/testing'
import { describe, expect, it, vi } from 'vitest'
import { server } from '../support/server'
import { codeBlocks, flat, linkedPages, namedBlocks, pages, sources } from './pages'
import { rest, session, store } from './plain'
import { App, UserResource } from './readme/App'
import { UserNames } from './readme/UserNames'

const controller = rest.getController(store)
const compiled = [...sources.values()].map(flat)

describe('every code block of the documentation', () => {
  // All of them also run, but for those of docs/api, and the old code on the page about data-client.
  it.each(pages)('in %s is part of a file that is compiled', (page) => {
    for (const block of codeBlocks(page)) {
      expect(
        compiled.some((source) => isPart(source, flat(block))),
        block,
      ).toBe(true)
    }
  })
})

/** Whether a block is a part of a source; one that begins with imports has all of them. */
function isPart(source: string, block: string): boolean {
  const at = source.indexOf(block)
  return at >= 0 && !(block.startsWith('import ') && /\bimport /.test(source.slice(0, at)))
}

describe('every import of a file', () => {
  it.each(pages)('in %s names a block of the page, or one that it says where to find', (page) => {
    const [, needs = ''] = /^\*\*Needs:\*\*(.*?)\n\n/ms.exec(readFileSync(page, 'utf8')) ?? []
    const places = [page, ...linkedPages(page)].map(namedBlocks)
    for (const block of codeBlocks(page)) {
      for (const [line, names = '', path = ''] of block.matchAll(RELATIVE_IMPORT)) {
        const section = SHARED.get(path)
        if (section?.test(needs) === true || (section && page === PAGE_OF_SCHEMAS)) continue
        const file = path.replace(/^.*\//, '')
        const exported = places.some((named) => exportsAll(named.get(file) ?? '', names))
        expect(exported, `${line} needs a block below "\`${file}.ts\`:"`).toBe(true)
      }
    }
  })

  it.each(pages)('in %s finds the file by the name above the block', (page) => {
    for (const [name, block] of namedBlocks(page)) {
      const files = [...sources].filter(([file]) => file.replace(/^.*\/|\.tsx?$/g, '') === name)
      expect(
        files.some(([, source]) => isPart(flat(source), flat(block))),
        name,
      ).toBe(true)
    }
  })
})

const RELATIVE_IMPORT = /^import (?:type )?(\{[^}]*\}|\* as \w+) from '(\.[^']*)'/gms
const PAGE_OF_SCHEMAS = 'docs/schemas/README.md'

/** The modules that many pages share, and what "Needs" says of them. */
const SHARED: ReadonlyMap<string, RegExp> = new Map([
  ['../api', /README\.md#the-store|`API`/],
  ['../store', /README\.md#the-store/],
  ['./store', /README\.md#how-to-read-these-pages/],
])

function exportsAll(code: string, imported: string): boolean {
  const names = imported.matchAll(/(?:type )?(\w+)/g)
  return (
    code !== '' &&
    [...names].every(([, name = '']) =>
      new RegExp(`^export (?:async )?(?:const|class|function|interface|type) ${name}\\b`, 'm').test(
        code,
      ),
    )
  )
}

/** The addresses of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

describe('every link of the documentation', () => {
  it.each(pages)('in %s has an existing page and heading', (page) => {
    const links = readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)
    for (const [link, path = '', anchor] of links) {
      const target = path === '' ? page : join(dirname(page), path)
      expect(existsSync(target), link).toBe(true)
      const anchors = anchor === undefined ? [] : anchorsOf(target)
      expect([undefined, ...anchors], link).toContain(anchor)
    }
  })
})

describe('the headings of every page', () => {
  it.each(pages)('in %s skip no level', (page) => {
    const prose = readFileSync(page, 'utf8').replace(/^```.*?^```$/gms, '')
    const levels = [...prose.matchAll(/^(#+) /gm)].map(([, { length } = '']) => length)
    const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
    expect(skipped).toEqual([])
  })
})

describe('every page about one subject', () => {
  const FOLDERS = /^docs\/(?:schemas|migrating|recipes\/[^/]+)\//
  const subjects = pages.filter((page) => FOLDERS.test(page))

  it.each(subjects)('%s links to the reference of its names', (page) => {
    const links = readFileSync(page, 'utf8').matchAll(/\[`(\w+)[^\]]*\]\(([^)]*\/api\/[^)]*)\)/g)
    const found = [...links].map(([, name = '', address = '']) => ({ name, address }))
    expect(found).not.toEqual([])
    for (const { name, address } of found) {
      const [, anchor = ''] = address.split('#')
      expect(anchor.replace(/-type$/, ''), address).toBe(name.toLowerCase())
    }
  })
})

describe('the front page of the documentation', () => {
  it('has a page for each of twenty tasks, with code', () => {
    const [, tasks = ''] = readFileSync('docs/README.md', 'utf8').split(/^## Tasks$/m)
    const rows = [...tasks.matchAll(/^\| .* \| \[.*\]\((.*)\) +\|$/gm)]
    expect(rows).toHaveLength(20)
    for (const [, page = ''] of rows) expect(codeBlocks(`docs/${page}`), page).not.toEqual([])
  })
})

describe('every recipe', () => {
  const recipes = pages.filter((page) => /^docs\/recipes\/.*[a-z]\.md$/.test(page))

  it.each(recipes)('%s begins with what it needs, and with its trap', (page) => {
    const [beginning = ''] = readFileSync(page, 'utf8').split(/^(?:```|\||## |- )/m)
    expect(beginning).toMatch(/^\*\*Needs:\*\* \S/m)
    expect(beginning).toMatch(/^\*\*The trap:\*\* \S/m)
  })

  it.each(recipes)('%s says first what it is for, in whole sentences', (page) => {
    const [, first = ''] = readFileSync(page, 'utf8').split(/\n\n+/)
    expect(first).not.toMatch(/^(?:What|Whether|How|As|\*\*)/)
    expect(first).toMatch(/\.$/)
  })
})

describe('every page that is read alone', () => {
  const OTHERS =
    /^(?:README|docs\/(?:api\/.*|(?:recipes\/)?README|glossary|limits|architecture|decisions|demo|developing|internals))\.md$/

  it.each(pages.filter((page) => !OTHERS.test(page)))('%s says at first what it needs', (page) => {
    const [beginning = ''] = readFileSync(page, 'utf8').split(/^(?:```|\||## |<!-- example:)/m)
    expect(beginning).toMatch(/^\*\*Needs:\*\* \S/m)
  })
})

describe('the example of the README', () => {
  it('shows a list, and what is renamed, created and deleted', async () => {
    const requests: string[] = []
    server.use(
      http.all('*', ({ request }) => {
        requests.push(`${request.method} ${new URL(request.url).pathname}`)
      }),
      ...mockServer(UserResource, [{ id: '1', name: 'Ada' }]),
    )
    render(<App />)
    expect(screen.getByText('Loading …')).toBeTruthy()
    expect(await screen.findByText('Ada')).toBeTruthy()
    fireEvent.click(screen.getByText('Rename'))
    expect(await screen.findByText('Grace')).toBeTruthy()
    fireEvent.click(screen.getByText('Add Alan'))
    expect(await screen.findByText('Alan')).toBeTruthy()
    fireEvent.click(screen.getAllByText('Delete')[0] as HTMLElement)
    await waitForElementToBeRemoved(screen.queryByText('Grace'))
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    // The detail of a user was loaded with the list, and no list was loaded again.
    expect(requests).toEqual(['GET /users', 'PATCH /users/1', 'POST /users', 'DELETE /users/1'])
  })

  it('shows the same list without Suspense', async () => {
    server.use(...mockServer(UserResource, [{ id: '1', name: 'Ada' }]))
    const { unmount } = render(
      <Provider store={store}>
        <UserNames />
      </Provider>,
    )
    expect(screen.getByText('Loading …')).toBeTruthy()
    expect(await screen.findByText('Ada')).toBeTruthy()
    server.use(http.get('*', () => new HttpResponse(null, { status: 403 })))
    await act(() => controller.fetch(UserResource.getList).catch(() => undefined))
    expect((await screen.findByRole('alert')).textContent).toBe('Forbidden (403)')
    unmount()
    controller.reset()
  })

  it('works without React', async () => {
    const said = vi.mocked(console.info).mockImplementation(() => undefined)
    server.use(...mockServer(UserResource, [{ id: '1', name: 'Ada' }]))
    await session()
    const [[user] = [], [users, same, isLoading, error] = []] = said.mock.calls as unknown[][]
    said.mockClear()
    expect(user).toEqual({ id: '1', name: 'Ada' })
    expect(users).toMatchObject([{ name: 'Ada' }])
    expect(same).toMatchObject([{ name: 'Ada' }, { name: 'Alan' }])
    expect([isLoading, error]).toEqual([false, undefined])
    expect(store.getState().rest.entities).toEqual({})
  })
})
