// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { useSuspense } from 'rtk-rest/react'
import { mockServer, renderDataHook } from 'rtk-rest/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ArticleResource } from '../reading/Articles'
import { UserResource } from './UserCard'

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
  server.use(http.get('*/users/:id', () => new HttpResponse(null, { status: 404 })))
  const { error } = renderDataHook(() => useSuspense(UserResource.get, { id: '9' }))
  await waitFor(() => expect(error()).toMatchObject({ status: 404 }))
})

it('a list within an object has a handler of its own', async () => {
  const articles = [{ id: '1', title: 'Solaris' }]
  server.use(
    http.get('*/articles', () => HttpResponse.json({ items: articles, total: 1 })),
    ...mockServer(ArticleResource, articles), // everything else
  )
  const { result } = renderDataHook(() => useSuspense(ArticleResource.getList, { page: 1 }))
  await waitFor(() => expect(result.current).toMatchObject({ items: articles, total: 1 }))
})
