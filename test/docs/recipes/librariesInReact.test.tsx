import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary } from 'rtk-rest/react'
import ts from 'typescript'
import { beforeEach, describe, expect, it } from 'vitest'
import { API, received, respond } from './api'
import { AuthorPage } from './libraries/app'
import { AcmeEndpoint, isReachable } from './libraries/generic'
import { getLatest, getStats } from './libraries/index'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <Provider store={store}>
    <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
  </Provider>
)

describe('the recipe for packages', () => {
  it.each(['index.ts', 'generic.ts'])('has declarations by syntax alone, in %s', (name) => {
    const fileName = `test/docs/recipes/libraries/${name}`
    const { diagnostics } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
      fileName,
      reportDiagnostics: true,
      compilerOptions: { isolatedDeclarations: true, declaration: true },
    })
    expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([])
  })

  it('works in an app', async () => {
    respond(({ path }) => {
      if (path.startsWith('/posts')) return { json: [{ id: '1', title: 'Notes', author: '7' }] }
      return { json: path.endsWith('stats') ? { posts: 1 } : { id: '7', name: 'Ada' } }
    })
    AcmeEndpoint.token = 'secret'
    render(<AuthorPage id="7" />, { wrapper })
    expect(await screen.findByText('Ada: Notes (ready)')).toBeTruthy()
    const author = received.find(({ path }) => path === '/authors/7')
    expect(author?.headers.authorization).toBe('Bearer secret')
  })

  it('has functions for any endpoint', async () => {
    respond(() => ({ json: { posts: 1 } }))
    expect(await isReachable(controller, getStats, { id: '7' })).toBe(true)
    respond(() => ({ status: 500 }))
    expect(await isReachable(controller, getLatest)).toBe(false)
  })
})
