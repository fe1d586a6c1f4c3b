import { Entity, resource, rowKey } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Todo extends Entity {
  id = ''
  title = ''
  static override key = 'Todo'
}

export const TodoResource = resource({
  urlPrefix: API,
  path: '/todos/:id',
  schema: Todo,
  optimistic,
})

export function TodoList() {
  const todos = useSuspense(TodoResource.getList)
  const [add] = useMutation(TodoResource.create)
  const [remove, { error }] = useMutation(TodoResource.delete)
  return (
    <>
      <ul>
        {todos.map((todo) => (
          <li key={rowKey(todo)}>
            {todo.title}
            <input aria-label={`Comment on ${todo.title}`} />
            <button onClick={() => void remove({ id: todo.id })}>Delete</button>
          </li>
        ))}
      </ul>
      <button onClick={() => void add({ title: 'New todo' })}>Add</button>
      {error && <p role="alert">Not deleted.</p>}
    </>
  )
}
