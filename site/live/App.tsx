import { configureStore } from '@reduxjs/toolkit'
import { type FormEvent, useState } from 'react'
import { Provider } from 'react-redux'
import { createRest, Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useMutation, useSuspense } from 'rtk-rest/react'
import { log, Requests } from './Requests'
import { fetchFn } from './server'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const UserResource = resource({ path: '/users/:id', schema: User })

const rest = createRest({ fetchFn, managers: [log] })
const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

function UserList({ open, onOpen }: { open: string; onOpen: (id: string) => void }) {
  const users = useSuspense(UserResource.getList)
  return (
    <ul aria-label="Users">
      {users.map(({ id, name }) => (
        <li key={id}>
          <button aria-pressed={id === open} onClick={() => onOpen(id)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

function UserDetail({ id }: { id: string }) {
  const user = useSuspense(UserResource.get, { id }) // loaded with the list: no request
  const [update, { isLoading }] = useMutation(UserResource.partialUpdate)
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name') as string
    void update({ id }, { name })
  }
  return (
    <form key={id} onSubmit={rename}>
      <h2>{user.name}</h2>
      <label>
        Name <input name="name" defaultValue={user.name} required />
      </label>
      <button disabled={isLoading}>Rename</button>
    </form>
  )
}

export function App() {
  const [open, setOpen] = useState('1')
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="Loading …">
        <UserList open={open} onOpen={setOpen} />
        <UserDetail id={open} />
      </AsyncBoundary>
      <Requests />
    </Provider>
  )
}
