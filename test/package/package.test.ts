import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'

// The package as users receive it: node resolves our own name by `exports`, as it does theirs.

const names = {
  'rtk-rest': ['createRest', 'RestEndpoint', 'Entity', 'Collection', 'Invalidate', 'resource'],
  'rtk-rest/react': ['useSuspense', 'useDLE', 'useController', 'AsyncBoundary'],
  'rtk-rest/testing': ['mockServer', 'renderDataHook'],
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

  it('works when it is imported', () => {
    const code = `import * as core from 'rtk-rest'; import * as toolkit from '@reduxjs/toolkit'; ${useIt}`
    expect(run(code, 'module').trim()).toBe('User Ada')
  })

  it('works when it is required', () => {
    const code = `const core = require('rtk-rest'); const toolkit = require('@reduxjs/toolkit'); ${useIt}`
    expect(run(code, 'commonjs').trim()).toBe('User Ada')
  })

  it('keeps React out of the main entry', () => {
    const seen = new Set<string>()
    const follow = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      const text = readFileSync(`dist/${file}`, 'utf8')
      expect(text).not.toMatch(/from ["']react/)
      for (const [, next = ''] of text.matchAll(/from ["']\.\/(.*?)["']/g)) follow(next)
    }
    follow('index.js')
  })
})
