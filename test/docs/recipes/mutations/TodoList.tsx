import { Entity, resource, rowKey } from 'rtk-rest'
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
  optimistic: true,
})

export function TodoList() {
  const todos = useSuspense(TodoResource.getList)
  const [add] = useMutation(TodoResource.create)
  return (
    <>
      <ul>
        {todos.map((todo) => (
          <TodoRow key={rowKey(todo)} todo={todo} />
        ))}
      </ul>
      <button onClick={() => void add({ title: 'New todo' })}>Add</button>
    </>
  )
}

function TodoRow({ todo }: { readonly todo: Todo }) {
  const [remove] = useMutation(TodoResource.delete)
  return (
    <li>
      {todo.title}
      <input aria-label={`Comment on ${todo.title}`} />
      <button onClick={() => void remove({ id: todo.id })}>Delete</button>
    </li>
  )
}
