import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fireEvent, render, screen } from '@testing-library/react'
import { mockServer } from 'rtk-rest/testing'
import { describe, expect, it, vi } from 'vitest'
import { server } from '../support/server'
import { session, store } from './plain'
import { App, UserResource } from './readme'

const pages = ['README.md', ...filesIn('docs')].filter((name) => name.endsWith('.md'))
const sources = filesIn('test/docs')
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(name, 'utf8'))

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`)
}

function codeBlocks(page: string): string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

/** Without indentation, which differs where a block stands within a function. */
function flat(code: string): string {
  return code.replace(/^[ \t]+/gm, '').trim()
}

describe('every code block of the documentation', () => {
  // All of them also run, but for the old code on the page about data-client.
  it.each(pages)('in %s is part of a file that is compiled', (page) => {
    for (const block of codeBlocks(page)) {
      expect(
        sources.some((source) => flat(source).includes(flat(block))),
        block,
      ).toBe(true)
    }
  })
})

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

describe('the example of the README', () => {
  it('renders a list, and shows the new name after a rename', async () => {
    server.use(...mockServer(UserResource, [{ id: '1', name: 'Ada' }]))
    render(<App />)
    expect(screen.getByText('Loading …')).toBeTruthy()
    fireEvent.click(await screen.findByText('Ada'))
    expect(await screen.findByText('Grace')).toBeTruthy()
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
