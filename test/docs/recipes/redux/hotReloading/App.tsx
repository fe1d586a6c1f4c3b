import { Provider } from 'react-redux'
import { AsyncBoundary } from 'rtk-rest/react'
import { store } from './store'
import { TodoList } from './TodoList'

export function App() {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback="Loading …">
        <TodoList />
      </AsyncBoundary>
    </Provider>
  )
}
