import { act, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { beforeEach, describe, expect, it } from 'vitest'
import { AsyncBoundary } from 'rtk-rest/react'
import { API, received, respond } from './api'
import { ConnectedInvoice, InvoiceResource, selectTotals, Total } from './redux/selectors'
import { blog, page, shop, store as storeOfTwo, Titles } from './redux/severalInstances'
import { controller, rest, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

const sent = () => received.map(({ method, path }) => `${method} ${path}`)
const invoices = [
  { id: '1', customer: 'Ada', amount: 5 },
  { id: '2', customer: 'Bea', amount: 3 },
  { id: '3', customer: 'Ada', amount: 2 },
]

describe('the recipe for selectors', () => {
  it('derives data with createSelector, and again only where its input has changed', async () => {
    respond(() => ({ json: invoices }))
    render(
      <Provider store={store}>
        <Total customer="Ada" />
      </Provider>,
    )
    expect(screen.getByText('…')).toBeTruthy()
    await act(async () => void (await controller.fetch(InvoiceResource.getList)))
    await screen.findByText('7')
    const totals = selectTotals(store.getState())
    await act(async () => void (await controller.fetch(InvoiceResource.getList)))
    expect(selectTotals(store.getState())).toBe(totals)
    act(() => void controller.set(InvoiceResource.get.schema, { id: '3' }, { id: '3', amount: 4 }))
    expect(await screen.findByText('9')).toBeTruthy()
  })

  it('reads in a class, which retains the data that it shows', async () => {
    respond(({ path }) => ({ json: invoices.find(({ id }) => path === `/invoices/${id}`) }))
    const of = (id: string) => (
      <Provider store={store}>
        <ConnectedInvoice id={id} />
      </Provider>
    )
    const { rerender, unmount } = render(of('1'))
    await screen.findByText('Ada')
    rerender(of('2'))
    await screen.findByText('Bea')
    unmount()
    store.dispatch(rest.invalidate(InvoiceResource.get, { id: '2' }))
    await act(() => controller.allSettled())
    expect(sent()).toEqual(['GET /invoices/1', 'GET /invoices/2'])
  })
})

describe('the recipe for several instances', () => {
  it('has hooks of each, and of another context', async () => {
    respond(() => ({ json: { id: '1', title: `${received.length}` } }))
    render(
      <Provider store={storeOfTwo}>
        <AsyncBoundary fallback="Loading …">
          <Titles id="1" />
        </AsyncBoundary>
      </Provider>,
    )
    expect((await screen.findByText(/^\d, \d$/)).textContent).toBe('1, 2')
    expect(Object.keys(storeOfTwo.getState()).toSorted()).toEqual(['blog', 'shop'])
    render(page)
    expect((await screen.findByText(/^3, /)).textContent).toBe('3, 2')
    for (const instance of [shop, blog]) instance.dispose(storeOfTwo)
  })
})
