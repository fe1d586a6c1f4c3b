import { configureStore } from '@reduxjs/toolkit'
import { Provider } from 'react-redux'
import { createRest, Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useMutation, useSuspense } from 'rtk-rest/react'

// 1. An entity: the name of its table, and the defaults of its fields.
class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

// 2. Its endpoints, created from one path.
export const UserResource = resource({
  urlPrefix: 'https://api.example.com',
  path: '/users/:id',
  schema: User,
})

// 3. A store: one reducer and one middleware.
const rest = createRest()
const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

// 4. Components. They suspend until the data has loaded, and then update with it.
function UserList() {
  const users = useSuspense(UserResource.getList)
  const [create] = useMutation(UserResource.getList.push)
  return (
    <>
      <ul>
        {users.map((user) => (
          <UserItem key={user.id} id={user.id} />
        ))}
      </ul>
      <button onClick={() => void create({ name: 'Alan' })}>Add Alan</button>
    </>
  )
}

function UserItem({ id }: { id: string }) {
  const user = useSuspense(UserResource.get, { id }) // loaded with the list: no request
  const [update, { isLoading }] = useMutation(UserResource.partialUpdate)
  const [remove] = useMutation(UserResource.delete)
  return (
    <li>
      {user.name}
      <button onClick={() => void update({ id }, { name: 'Grace' })} disabled={isLoading}>
        Rename
      </button>
      <button onClick={() => void remove({ id })}>Delete</button>
    </li>
  )
}

export function App() {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="Loading …">
        <UserList />
      </AsyncBoundary>
    </Provider>
  )
}
