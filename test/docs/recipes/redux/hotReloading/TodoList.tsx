import { useSuspense } from 'rtk-rest/react'
import { TodoResource } from './todos'

export function TodoList() {
  return useSuspense(TodoResource.getList).map((todo) => <li key={todo.id}>{todo.label}</li>)
}
