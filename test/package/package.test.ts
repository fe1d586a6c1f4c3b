import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

// The package as users receive it: node resolves our own name by `exports`, as it does theirs.

const names = {
  'rtk-rest': ['createRest', 'RestEndpoint', 'Entity', 'Collection', 'Invalidate', 'resource'],
  'rtk-rest/data-client': ['createResource', 'ExtendableEndpoint', 'asDataClient'],
  'rtk-rest/devtools': ['RestDevtools', 'RestDevtoolsInProduction'],
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

interface Manifest {
  readonly repository: { readonly url: string }
  readonly homepage: string
  readonly bugs: string
  readonly author: string
  readonly publishConfig: object
  readonly scripts: { readonly prepublishOnly: string }
}

describe('the built package', () => {
  /** The paths of the files that are published. */
  let packed: readonly string[]

  beforeAll(() => {
    if (!existsSync('dist/index.js')) execFileSync('npm', ['run', 'build'])
    const listed = execFileSync('npm', ['pack', '--dry-run', '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [pack] = JSON.parse(listed) as [{ readonly files: readonly { readonly path: string }[] }]
    packed = pack.files.map(({ path }) => path)
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
    for (const file of [
      'react/index.js',
      'react/index.cjs',
      'devtools/index.js',
      'devtools/index.cjs',
    ].map((it) => `dist/${it}`)) {
      expect(readFileSync(file, 'utf8')).toMatch(/^["']use client["']/)
    }
  })

  it('contains all files that its pages link to, but for those for contributors', () => {
    const missing = packed
      .filter((page) => page.endsWith('.md') && page !== 'CHANGELOG.md')
      .flatMap((page) => {
        const paragraphs = readFileSync(page, 'utf8').split('\n\n')
        return paragraphs.flatMap((text) => {
          const paragraph = text.replace(/\s+/g, ' ')
          return [...paragraph.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
            .map(([, link = '']) => join(dirname(page), link))
            .filter((path) => !packed.includes(path))
            .map((path) => ({ page, path, paragraph }))
        })
      })
    expect(missing.length).toBeGreaterThan(0)
    // Only the two front pages have such links, and say that they lead into the repository.
    for (const { page, path } of missing) {
      expect(['README.md', 'docs/README.md'], `${page}: ${path}`).toContain(page)
      expect(existsSync(path), `${page}: ${path}`).toBe(true)
    }
    for (const { path, paragraph } of missing.filter((it) => !it.path.endsWith('.png'))) {
      expect(paragraph, path).toContain('in the repository')
    }
  })

  it('contains nothing that its users do not need', () => {
    const folders = new Set(packed.map((path) => path.replace(/\/.*/, '')))
    for (const name of ['bench', 'demo', 'src', 'test']) expect([...folders]).not.toContain(name)
    const pages = packed.filter((path) => path.startsWith('docs/'))
    expect(pages.length).toBeGreaterThan(80)
    expect(pages.filter((path) => !path.endsWith('.md'))).toEqual([])
    const forContributors = /docs\/(?:architecture|decisions|demo|developing|internals)\.md/
    expect(pages.filter((path) => forContributors.test(path))).toEqual([])
  })

  it('says where it comes from, and is published by a build that can prove it', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
    const { repository, homepage, bugs, author, publishConfig, scripts } = manifest
    const [, address = ''] = /^git\+(https:.*)\.git$/.exec(repository.url) ?? []
    expect([homepage, bugs]).toEqual([`${address}#readme`, `${address}/issues`])
    expect(author).toBeTruthy()
    expect(publishConfig).toEqual({ access: 'public', provenance: true })
    const [check = '', ...rest] = scripts.prepublishOnly.split(' && ')
    expect(rest).toEqual(['npm test'])
    const { status, stderr } = spawnSync(process.execPath, check.split(' ').slice(1), {
      encoding: 'utf8',
    })
    expect(status).toBe(address.includes('OWNER') ? 1 : 0)
    expect(stderr.includes(address)).toBe(address.includes('OWNER'))
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
