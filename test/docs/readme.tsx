import { configureStore } from '@reduxjs/toolkit'
import { Provider } from 'react-redux'
import { createRest, Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useController, useSuspense } from 'rtk-rest/react'

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
  return users.map((user) => <UserName key={user.id} id={user.id} />)
}

function UserName({ id }: { id: string }) {
  const user = useSuspense(UserResource.get, { id }) // loaded with the list: no request
  const controller = useController()
  const rename = () => controller.fetch(UserResource.partialUpdate, { id }, { name: 'Grace' })
  return <button onClick={() => void rename()}>{user.name}</button>
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
