import { Entity, resource } from 'rtk-rest'

class Book extends Entity {
  id = ''
  title = ''
  isRead = false
  static override key = 'Book'
}

const search: { readonly isRead?: boolean } = {}

export const BookResource = resource({
  urlPrefix: '/api',
  path: '/books/:id',
  searchParams: search,
  schema: Book,
})
