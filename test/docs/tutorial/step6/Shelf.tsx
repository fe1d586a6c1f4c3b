import { rowKey } from 'rtk-rest'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { BookResource } from './books'

/** `GET /api/books?isRead=false` */
export function Shelf({ name, isRead }: { readonly name: string; readonly isRead: boolean }) {
  const books = useSuspense(BookResource.getList, { isRead })
  const [move, { error }] = useMutation(BookResource.getList.move)
  return (
    <section aria-label={name}>
      <h2>
        {name}: {books.length}
      </h2>
      <ul>
        {books.map((book) => (
          <li key={rowKey(book)}>
            <label>
              <input
                type="checkbox"
                checked={book.isRead}
                onChange={() => void move({ id: book.id }, { isRead: !book.isRead })}
              />
              {book.title}
            </label>
          </li>
        ))}
      </ul>
      {error && <p role="alert">Not moved.</p>}
    </section>
  )
}
