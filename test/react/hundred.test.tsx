import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useDLE, useSuspense } from 'rtk-rest/react'
import { describe, expect, it, vi } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { createStore, UserResource } from '../support/world'

describe.each(modes)('a hundred concurrent calls %s', (_, Mode) => {
  it('of one read send one request, and all readers show its response', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json({ id: '1', name: 'Ada' })
      }),
    )
    const Reader = ({ suspends }: { suspends: boolean }) => (suspends ? <Waiting /> : <Loaded />)
    const Waiting = () => <p>{useSuspense(UserResource.get, { id: '1' }).name}</p>
    const Loaded = () => <p>{useDLE(UserResource.get, { id: '1' }).data?.name}</p>
    const readers = Array.from({ length: 100 }, (__, at) => (
      <Reader key={at} suspends={at % 2 === 0} />
    ))
    renderApp(Mode, readers)
    expect(await screen.findAllByText('Ada')).toHaveLength(100)
    expect(onRequest).toHaveBeenCalledTimes(1)
  })

  it('of a create are all in the list once, in any order of their responses', async () => {
    let count = 0
    server.use(
      http.get(`${API}/users`, () => HttpResponse.json([])),
      http.post(`${API}/users`, async ({ request }) => {
        const body = (await request.json()) as object
        count += 1
        return HttpResponse.json({ id: String(count), ...body })
      }),
    )
    const { controller } = createStore()
    await controller.fetch(UserResource.getList)
    const names = Array.from({ length: 100 }, (__, at) => `user ${at}`)
    await Promise.all(names.map((name) => controller.fetch(UserResource.create, { name })))
    const listed = controller.getResponse(UserResource.getList).data?.map(({ name }) => name) ?? []
    expect(listed.toSorted()).toEqual(names.toSorted())
  })
})
