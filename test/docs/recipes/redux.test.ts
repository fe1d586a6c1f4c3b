import { afterEach, describe, expect, it, vi } from 'vitest'
import { arrived, received, respond } from './api'
import * as epics from './redux/epics'
import * as listeners from './redux/listeners'
import * as sagas from './redux/sagas'

const sent = () => received.map(({ method, path }) => `${method} ${path}`)

/** Never responds, and counts the requests that are aborted. */
function holdForEver(): { aborted: number } {
  const ends = { aborted: 0 }
  respond((_, response) => {
    response.on('close', () => (ends.aborted += 1))
    return undefined
  })
  return ends
}

afterEach(() => {
  for (const { rest, store } of [sagas, listeners, epics]) rest.getController(store).reset()
})

describe('the recipe for sagas', () => {
  const { store, searched, rest, TrackResource } = sagas
  const notice = () => store.getState().notice

  it('fetches, and goes on with the data', async () => {
    respond(() => ({ json: [{ id: '1', title: 'So What' }] }))
    store.dispatch(searched('miles'))
    await expect.poll(notice).toBe('1 found')
    expect(sent()).toEqual(['GET /tracks?q=miles'])
  })

  it('aborts the request of a saga that is cancelled', async () => {
    const ends = holdForEver()
    store.dispatch(searched('a'))
    await arrived(1)
    respond(() => ({ json: [] }))
    store.dispatch(searched('ab'))
    await expect.poll(notice).toBe('0 found')
    await vi.waitFor(() => expect(ends.aborted).toBe(1))
  })

  it('puts a notice where a request fails, and goes on', async () => {
    respond(() => ({ status: 503 }))
    store.dispatch(searched('abc'))
    await expect.poll(notice).toBe('Service Unavailable (503)')
  })

  it('takes the actions of requests', async () => {
    respond(() => ({ json: { id: '1', title: 'Blue in Green' } }))
    await store.dispatch(rest.fetch(TrackResource.update, { id: '1' }, { title: 'Blue in Green' }))
    await expect.poll(notice).toBe('1 saved')
  })
})

describe('the recipe for listeners', () => {
  const { store, stayed, rest, BookingResource } = listeners
  const room = { id: '1', room: '17' }

  it('waits for a mutation, and for the request that it has forked', async () => {
    respond(({ method }) => ({ json: method === 'PATCH' ? room : { total: 7 } }))
    store.dispatch(stayed('1'))
    await arrived(1)
    expect(store.getState().total).toBe(0)
    await store.dispatch(rest.fetch(BookingResource.partialUpdate, { id: '1' }, { room: '17' }))
    await vi.waitFor(() => expect(store.getState().total).toBe(7))
    expect(sent()).toEqual(['GET /bookings/1/invoice', 'PATCH /bookings/1'])
  })

  it('aborts the request of a listener that is cancelled', async () => {
    const ends = holdForEver()
    store.dispatch(stayed('2'))
    await arrived(1)
    store.dispatch(stayed('3'))
    await arrived(2)
    await vi.waitFor(() => expect(ends.aborted).toBe(1))
  })

  it('ends where a booking is deleted', async () => {
    respond(({ method }) => (method === 'DELETE' ? { status: 204 } : { json: { total: 9 } }))
    store.dispatch(stayed('4'))
    await arrived(1)
    const before = store.getState().total
    await store.dispatch(rest.fetch(BookingResource.delete, { id: '4' }))
    expect(store.getState().total).toBe(before)
  })
})

describe('the recipe for observables', () => {
  const { store, opened, closed, rest, ReportResource } = epics
  const printer = () => store.getState().printer

  it('sends a request for an action, and goes on with its data or its error', async () => {
    respond(() => ({ json: { id: '1', pages: 12 } }))
    store.dispatch(opened('1'))
    await expect.poll(printer).toBe('12 pages')
    respond(() => ({ status: 404 }))
    store.dispatch(opened('2'))
    await expect.poll(printer).toBe('Not Found (404)')
  })

  it('aborts the request at another action', async () => {
    const ends = holdForEver()
    store.dispatch(opened('3'))
    await arrived(1)
    store.dispatch(closed())
    await vi.waitFor(() => expect(ends.aborted).toBe(1))
    expect(printer()).toBe('Not Found (404)')
  })

  it('filters the actions of requests', async () => {
    respond(({ method }) => ({ json: { id: '5', pages: method === 'POST' ? 0 : 3 } }))
    await store.dispatch(rest.fetch(ReportResource.getList.push, { pages: 0 }))
    await expect.poll(printer).toBe('3 pages')
    expect(sent()).toEqual(['POST /reports', 'GET /reports/5'])
  })
})
