import { Entity, resource } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'

class Book extends Entity {
  id = ''
  title = ''
  isRead = false
  static override key = 'Book'
}

export const BookResource = resource({
  urlPrefix: '/api',
  path: '/books/:id',
  searchParams: {} as { readonly isRead?: boolean },
  schema: Book,
  optimistic,
})
