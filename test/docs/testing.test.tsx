import { act, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { Collection, Entity, resource } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import { mockServer, renderDataHook } from 'rtk-rest/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { server as mocks } from '../support/server'

// The page shows a server of its own; two that listen would both respond.
beforeAll(() => mocks.close())

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const UserResource = resource({
  urlPrefix: 'https://api.example.com',
  path: '/users/:id',
  schema: User,
})

class Article extends Entity {
  id = ''
  title = ''
  static override key = 'Article'
}

const ArticleResource = resource({
  urlPrefix: 'https://api.example.com',
  path: '/articles/:id',
  schema: Article,
}).extend('getList', {
  schema: { items: new Collection([Article]), total: 0 },
  searchParams: {} as { readonly page: number },
})

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

it('the list shows the new name after a rename', async () => {
  server.use(...mockServer(UserResource, [{ id: '1', name: 'Ada' }]))
  const { result, controller } = renderDataHook(() => useSuspense(UserResource.getList))
  expect(result.current).toBeNull() // it suspends
  await waitFor(() => expect(result.current).toMatchObject([{ name: 'Ada' }]))
  await act(() => controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Grace' }))
  expect(result.current).toMatchObject([{ name: 'Grace' }])
})

it('a read of an unknown user returns the error of the server', async () => {
  server.use(
    http.get('https://api.example.com/users/:id', () => new HttpResponse(null, { status: 404 })),
  )
  const { error } = renderDataHook(() => useSuspense(UserResource.get, { id: '9' }))
  await waitFor(() => expect(error()).toMatchObject({ status: 404 }))
})

it('a list within an object has a handler of its own', async () => {
  const articles = [{ id: '1', title: 'Solaris' }]
  server.use(
    http.get('https://api.example.com/articles', () =>
      HttpResponse.json({ items: articles, total: 1 }),
    ),
    ...mockServer(ArticleResource, articles), // everything else
  )
  const { result } = renderDataHook(() => useSuspense(ArticleResource.getList, { page: 1 }))
  await waitFor(() => expect(result.current).toMatchObject({ items: articles, total: 1 }))
})
