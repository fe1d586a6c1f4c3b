import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

// The package as users receive it: node resolves our own name by `exports`, as it does theirs.

const names = {
  'rtk-rest': ['createRest', 'RestEndpoint', 'Entity', 'Collection', 'Invalidate', 'resource'],
  'rtk-rest/data-client': ['createResource', 'ExtendableEndpoint', 'asDataClient'],
  'rtk-rest/garbage': ['garbage'],
  'rtk-rest/hydration': ['hydration', 'serializeState'],
  'rtk-rest/persistence': ['persistence'],
  'rtk-rest/refetch': ['refetchOn', 'onFocus', 'onReconnect', 'never'],
  'rtk-rest/streams': ['webSocket', 'eventSource'],
  'rtk-rest/optimistic': ['optimistic'],
  'rtk-rest/polling': ['PollingManager'],
  'rtk-rest/react': ['useSuspense', 'useDLE', 'useController', 'AsyncBoundary'],
  'rtk-rest/testing': ['mockServer', 'renderDataHook'],
  'rtk-rest/types': [],
  'rtk-rest/xhr': ['xhrFetch', 'progressFetch'],
}

const useIt = `
  class User extends core.Entity { static key = 'User' }
  const get = new core.Endpoint(async () => ({ id: '1', name: 'Ada' }), { name: 'get', schema: User })
  const rest = core.createRest()
  const store = toolkit.configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
  })
  store.dispatch(rest.fetch(get)).unwrap().then((user) => console.log(user.constructor.name, user.name))
`

function run(code: string, type: 'module' | 'commonjs'): string {
  return execFileSync(process.execPath, [`--input-type=${type}`, '-e', code], { encoding: 'utf8' })
}

describe('the built package', () => {
  beforeAll(() => {
    if (!existsSync('dist/index.js')) execFileSync('npm', ['run', 'build'])
  })

  it.each(Object.entries(names))('exports %s to import and to require', (entry, expected) => {
    const esm = run(`console.log(Object.keys(await import('${entry}')).join())`, 'module')
    const cjs = run(`console.log(Object.keys(require('${entry}')).join())`, 'commonjs')
    expect(esm.trim().split(',')).toEqual(expect.arrayContaining(expected))
    expect(cjs.trim().split(',').toSorted()).toEqual(esm.trim().split(',').toSorted())
  })

  it('works as an ES module', () => {
    const code = `import * as core from 'rtk-rest'; import * as toolkit from '@reduxjs/toolkit'; ${useIt}`
    expect(run(code, 'module').trim()).toBe('User Ada')
  })

  it('works with require', () => {
    const code = `const core = require('rtk-rest'); const toolkit = require('@reduxjs/toolkit'); ${useIt}`
    expect(run(code, 'commonjs').trim()).toBe('User Ada')
  })

  it.each(
    Object.keys(names)
      .slice(1)
      .map((name) => name.slice('rtk-rest/'.length)),
  )('has %s for tools that do not support `exports`', (entry) => {
    // By its path the folder is found, as those find it by its name.
    const found: unknown = createRequire(import.meta.url)(join(process.cwd(), entry))
    expect(Object.keys(found as object)).toEqual(
      expect.arrayContaining(names[`rtk-rest/${entry}` as keyof typeof names]),
    )
  })

  it("starts the files with hooks with 'use client'", () => {
    for (const file of ['dist/react/index.js', 'dist/react/index.cjs']) {
      expect(readFileSync(file, 'utf8')).toMatch(/^["']use client["']/)
    }
  })

  it('contains all files that README and docs link to', () => {
    const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] }
    const pages = [
      'README.md',
      ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ]
    const missing = pages.flatMap((page) => {
      const text = readFileSync(page, 'utf8')
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link)
      return links
        .map((link) => join(dirname(page), link))
        .filter((path) => !existsSync(path) || !files.some((it) => `${path}/`.startsWith(`${it}/`)))
        .map((path) => `${page}: ${path}`)
    })
    expect(missing).toEqual([])
  })

  it('does not import React in the main entry', () => {
    const seen = new Set<string>()
    const follow = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      const text = readFileSync(file, 'utf8')
      expect(text).not.toMatch(/from ["']react/)
      for (const [, next = ''] of text.matchAll(/from ["'](\.{1,2}\/.*?)["']/g)) {
        follow(join(dirname(file), next))
      }
    }
    follow('dist/index.js')
    expect(seen.size).toBeGreaterThan(50)
  })
})
