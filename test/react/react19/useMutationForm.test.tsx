import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { startTransition, useActionState, useOptimistic } from 'react'
import { useFormStatus } from 'react-dom'
import { RestEndpoint, rowKey, resource } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../../support/holdEndpoint'
import { holdServer } from '../../support/holdServer'
import { end } from '../../support/mutationPage'
import { modes, renderApp } from '../../support/renderApp'
import { API, server } from '../../support/server'
import { turns } from '../../support/turns'
import { deferred, User, UserResource } from '../../support/world'

const ada = { id: '1', name: 'Ada' }

function Submit() {
  const { pending } = useFormStatus()
  return <button disabled={pending}>{pending ? 'saving' : 'save'}</button>
}

/** A server that renames user 1 by form, when the test releases it. */
function serveRename() {
  const release = deferred()
  const bodies: FormData[] = []
  server.use(
    http.get(`${API}/users/1`, () => HttpResponse.json(ada)),
    http.patch(`${API}/users/1`, async ({ request }) => {
      const form = await request.formData()
      bodies.push(form)
      await release.promise
      const name = form.get('name')
      return name === 'Nobody'
        ? HttpResponse.json({ message: 'no such name' }, { status: 422 })
        : HttpResponse.json({ id: '1', name })
    }),
  )
  return { release, bodies }
}

describe.each(modes)('a form whose action is a mutation %s', (_, Mode) => {
  function Editor() {
    const user = useSuspense(UserResource.get, { id: '1' })
    const [rename, { isLoading, error }] = useMutation(UserResource.partialUpdate)
    return (
      <form action={rename.bind(null, { id: user.id })}>
        <h1>{user.name}</h1>
        <input name="name" aria-label="name" defaultValue="" />
        <Submit />
        <i>{isLoading ? 'loading' : (error?.message ?? 'idle')}</i>
      </form>
    )
  }

  it('sends its fields as FormData, is pending meanwhile, and is cleared afterwards', async () => {
    const { release, bodies } = serveRename()
    renderApp(Mode, <Editor />)
    const input = await screen.findByLabelText<HTMLInputElement>('name')
    fireEvent.input(input, { target: { value: 'Countess' } })
    await act(async () => fireEvent.submit(input.form as HTMLFormElement))
    await screen.findByText('saving')
    expect(screen.getByText('loading')).toBeTruthy()
    await act(async () => {
      release.resolve()
      await turns()
    })
    expect(await screen.findByText('Countess')).toBeTruthy()
    expect(await screen.findByText('save')).toBeTruthy()
    expect(screen.getByText('idle')).toBeTruthy()
    expect(bodies.map((form) => [...form])).toEqual([[['name', 'Countess']]])
    expect(input.value).toBe('')
    expect(input.isConnected).toBe(true)
  })

  it('shows the error of the server, and stays on the page', async () => {
    const { release } = serveRename()
    release.resolve()
    renderApp(Mode, <Editor />)
    const input = await screen.findByLabelText<HTMLInputElement>('name')
    fireEvent.input(input, { target: { value: 'Nobody' } })
    await act(async () => fireEvent.submit(input.form as HTMLFormElement))
    expect(await screen.findByText(/Unprocessable/)).toBeTruthy()
    expect(await screen.findByText('save')).toBeTruthy()
    expect(screen.getByText('Ada')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows the error boundary at arguments that fit no call', async () => {
    function Page() {
      const [rename] = useMutation(UserResource.partialUpdate)
      return (
        <form action={rename.bind(null, {} as { id: string })}>
          <Submit />
        </form>
      )
    }
    const { store } = renderApp(Mode, <Page />)
    const state = store.getState()
    await act(async () =>
      fireEvent.submit(screen.getByText('save').closest('form') as HTMLFormElement),
    )
    expect(screen.getByRole('alert').textContent).toMatch(/"id"/)
    expect(store.getState()).toBe(state)
  })

  it('deletes what it is bound to, and sends none of its fields', async () => {
    const server = holdServer()
    const results: unknown[] = []
    function Page() {
      const [remove, { args, isSuccess, error }] = useMutation(UserResource.delete)
      results.push(args)
      return (
        <form action={remove.bind(null, { id: '1' })}>
          <input name="reason" defaultValue="left" />
          <Submit />
          <i>{isSuccess ? 'gone' : (error?.message ?? 'there')}</i>
        </form>
      )
    }
    renderApp(Mode, <Page />)
    await act(async () =>
      fireEvent.submit(screen.getByText('save').closest('form') as HTMLFormElement),
    )
    expect(screen.queryByRole('alert')).toBeNull()
    const request = await server.take('DELETE /users/1')
    expect(request.body).toBeUndefined()
    expect(screen.getByText('saving')).toBeTruthy()
    await act(async () => {
      request.respond({ id: '1' })
      await turns()
    })
    expect(await screen.findByText('gone')).toBeTruthy()
    expect(results.at(-1)).toEqual([{ id: '1' }])
  })

  it('may send neither parameters nor fields', async () => {
    const server = holdServer()
    const signOut = new RestEndpoint({
      name: 'signOut',
      path: '/session/end',
      urlPrefix: API,
      method: 'POST',
      body: undefined,
    })
    function Page() {
      const [run, { status }] = useMutation(signOut)
      return (
        <form action={run}>
          <button>{status}</button>
        </form>
      )
    }
    renderApp(Mode, <Page />)
    await act(async () =>
      fireEvent.submit(screen.getByRole('button').closest('form') as HTMLFormElement),
    )
    const request = await server.take('POST /session/end')
    expect(request.body).toBeUndefined()
    await act(async () => {
      request.respond({})
      await turns()
    })
    expect(await screen.findByText('fulfilled')).toBeTruthy()
  })

  it('adds an entity to a list, which is there before the response', async () => {
    const Users = resource({ path: '/users/:id', urlPrefix: API, schema: User, optimistic })
    const release = deferred()
    server.use(
      http.get(`${API}/users`, () => HttpResponse.json([ada])),
      http.post(`${API}/users`, async ({ request }) => {
        const form = await request.formData()
        await release.promise
        return HttpResponse.json({ id: '2', name: form.get('name') })
      }),
    )
    function Page() {
      const users = useSuspense(Users.getList)
      const [create] = useMutation(Users.create)
      return (
        <form action={create}>
          <input name="name" aria-label="name" />
          <ul>
            {users.map((it) => (
              <li key={rowKey(it)}>{it.name}</li>
            ))}
          </ul>
          <Submit />
        </form>
      )
    }
    renderApp(Mode, <Page />)
    const input = await screen.findByLabelText<HTMLInputElement>('name')
    await userEvent.type(input, 'Bob')
    await act(async () => fireEvent.submit(input.form as HTMLFormElement))
    const row = await screen.findByText('Bob')
    expect(screen.getByText('saving')).toBeTruthy()
    await act(async () => {
      release.resolve()
      await turns()
    })
    expect(await screen.findByText('save')).toBeTruthy()
    expect(screen.getByText('Bob')).toBe(row)
    expect(input.value).toBe('')
  })

  it('works with useActionState, useOptimistic and startTransition', async () => {
    const { endpoint, calls } = holdMutation('rename')
    function Page() {
      const [rename, { data }] = useMutation(endpoint)
      const [shown, setShown] = useOptimistic((data as string | undefined) ?? 'Ada')
      const [error, submit, isPending] = useActionState(async (_: string, form: FormData) => {
        setShown(form.get('name') as string)
        const action = await rename(form)
        return 'error' in action ? action.error.message : 'done'
      }, 'none')
      return (
        <form action={submit}>
          <input name="name" defaultValue="Bob" />
          <button>save</button>
          <button
            type="button"
            onClick={() => startTransition(async () => void (await rename('x')))}
          >
            other
          </button>
          <p>{`${shown} ${error} ${isPending}`}</p>
        </form>
      )
    }
    renderApp(Mode, <Page />)
    const form = screen.getByText('save').closest('form') as HTMLFormElement
    await act(async () => fireEvent.submit(form))
    await act(async () => await turns())
    expect(screen.getByText('Bob none true')).toBeTruthy()
    await end(calls[0], { error: new Error('refused') })
    expect(screen.getByText('Ada refused false')).toBeTruthy()
    await act(async () => fireEvent.submit(form))
    await act(async () => await turns())
    await end(calls[1], { response: 'Robert' })
    expect(screen.getByText('Robert done false')).toBeTruthy()
    fireEvent.click(screen.getByText('other'))
    await act(async () => await turns())
    await end(calls[2], { response: 'Rob' })
    expect(screen.getByText('Rob done false')).toBeTruthy()
  })
})
