import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { BookResource } from './books'

export function App() {
  return (
    <main>
      <h1>Books</h1>
      <AsyncBoundary fallback="Loading …">
        <BookList />
      </AsyncBoundary>
    </main>
  )
}

function BookList() {
  const books = useSuspense(BookResource.getList)
  return (
    <ul>
      {books.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
}
