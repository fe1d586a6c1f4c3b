import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { AsyncBoundary } from 'rtk-rest/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, received, respond } from './api'
import { type HeldMutation, holdMutations } from './holdMutations'
import { ArticleResource, EditArticle } from './mutations/EditArticle'
import { NewUser } from './mutations/NewUser'
import { Profile } from './mutations/Profile'
import { controller, store } from './store'

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  controller.reset()
})

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="loading">{children}</AsyncBoundary>
    </Provider>
  )
}

const ada = { id: '1', name: 'Ada', age: 36, isAdmin: false }
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const release = (mutation: HeldMutation, json: unknown, status = 200) =>
  act(async () => {
    mutation.release({ json, status })
    await controller.allSettled()
  })

describe('the recipe for buttons and forms', () => {
  it.each<[string, number, () => Promise<unknown>]>([
    ['opens a form when the whole is there', 200, () => screen.findByDisplayValue('Hot.')],
    ['says so if the whole does not come', 503, () => screen.findByText('Not loaded.')],
  ])('%s', async (_, status, find) => {
    respond(() => ({ status, json: { id: '1', title: 'Tea', text: 'Hot.' } }))
    controller.setResponse(ArticleResource.getList, [{ id: '1', title: 'Tea' }])
    render(<EditArticle id="1" />, { wrapper })
    expect(screen.getByText('Loading …')).toBeTruthy()
    expect(await find()).toBeTruthy()
  })

  it('changes one field, with the button disabled meanwhile', async () => {
    const server = holdMutations(() => ada)
    render(<Profile id="1" />, { wrapper })
    await screen.findByText('Ada')
    click('Admin')
    expect(button('Admin').disabled).toBe(true)
    const change = await server.take()
    expect(change.body).toBe('{"isAdmin":true}')
    await release(change, { ...ada, isAdmin: true })
    await vi.waitFor(() => expect(button('Admin').getAttribute('aria-pressed')).toBe('true'))
    expect(button('Admin').disabled).toBe(false)
  })

  it('opens a form with the stored values, and closes it after the response', async () => {
    const server = holdMutations(() => ada)
    render(<Profile id="1" />, { wrapper })
    await screen.findByText('Ada')
    click('Edit')
    expect(screen.getByLabelText<HTMLInputElement>('Age').value).toBe('36')
    type('Name', 'Grace')
    click('Save')
    const first = await server.take()
    expect([first.body, button('Saving …').disabled]).toEqual(['{"name":"Grace","age":36}', true])
    await release(first, undefined, 409)
    expect((await screen.findByRole('alert')).textContent).toBe('Not saved.')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Grace')
    click('Save')
    await release(await server.take(), { ...ada, name: 'Grace' })
    expect((await screen.findByRole('heading')).textContent).toBe('Grace')
    expect(received).toHaveLength(3)
  })

  it('clears a form for the next entity after the response', async () => {
    const server = holdMutations(() => undefined)
    render(<NewUser />, { wrapper })
    type('Name of the new user', 'Eve')
    click('Create')
    const creation = await server.take()
    expect(creation.body).toBe('{"name":"Eve"}')
    await release(creation, { id: '9', name: 'Eve' })
    expect((await screen.findByRole('status')).textContent).toBe('Eve has the id 9.')
    expect(screen.getByLabelText<HTMLInputElement>('Name of the new user').value).toBe('')
  })
})
