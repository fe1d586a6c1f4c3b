import { AsyncBoundary } from 'rtk-rest/react'
import { AddBook } from './AddBook'
import { Shelf } from './Shelf'

export function App() {
  return (
    <main>
      <h1>Books</h1>
      <AddBook />
      <AsyncBoundary fallback="Loading …">
        <Shelf name="To read" isRead={false} />
        <Shelf name="Read" isRead={true} />
      </AsyncBoundary>
    </main>
  )
}
