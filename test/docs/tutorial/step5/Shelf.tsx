import { useMutation, useSuspense } from 'rtk-rest/react'
import { BookResource } from './books'

/** `GET /api/books?isRead=false` */
export function Shelf({ name, isRead }: { readonly name: string; readonly isRead: boolean }) {
  const books = useSuspense(BookResource.getList, { isRead })
  return (
    <section aria-label={name}>
      <h2>
        {name}: {books.length}
      </h2>
      <ul>
        {books.map(({ id }) => (
          <BookItem key={id} id={id} />
        ))}
      </ul>
    </section>
  )
}

function BookItem({ id }: { readonly id: string }) {
  const { title, isRead } = useSuspense(BookResource.get, { id }) // loaded with the list: no request
  const [change, { isLoading }] = useMutation(BookResource.partialUpdate)
  return (
    <li aria-busy={isLoading}>
      <label>
        <input
          type="checkbox"
          checked={isRead}
          onChange={() => void change({ id }, { isRead: !isRead })}
        />
        {title}
      </label>
    </li>
  )
}
