import {
  Link,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  type RouteObject,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { Entity, NetworkError, resource } from 'rtk-rest'
import { AsyncBoundary, useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'
import { controller } from '../store'

class Book extends Entity {
  id = ''
  title = ''
  static override key = 'Book'
}

export const BookResource = resource({ urlPrefix: API, path: '/books/:id', schema: Book })

export const routes: RouteObject[] = [
  {
    Component: Layout,
    HydrateFallback: () => 'Loading …',
    children: [
      { path: '/books', loader: loadBooks, Component: BookList, ErrorBoundary: PageError },
      { path: '/books/:id', loader: loadBook, Component: BookPage, ErrorBoundary: PageError },
    ],
  },
]

async function loadBooks({ request }: LoaderFunctionArgs) {
  const genre = new URL(request.url).searchParams.get('genre') ?? undefined
  await controller.fetchIfStale(BookResource.getList, { genre })
  return null
}

async function loadBook({ params: { id = '' } }: LoaderFunctionArgs) {
  await controller.fetchIfStale(BookResource.get, { id })
  return null
}

function Layout() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <main aria-busy={isLoading}>
      <Link to="/books">All books</Link>
      <AsyncBoundary fallback="Loading …">
        <Outlet />
      </AsyncBoundary>
    </main>
  )
}

function BookList() {
  const [search] = useSearchParams()
  const books = useSuspense(BookResource.getList, { genre: search.get('genre') ?? undefined })
  return books.map(({ id, title }) => (
    <Link key={id} to={`/books/${id}`}>
      {title}
    </Link>
  ))
}

function BookPage() {
  const { id = '' } = useParams()
  return <BookDetail key={id} id={id} />
}

function BookDetail({ id }: { readonly id: string }) {
  const [remove, { isSuccess }] = useMutation(BookResource.delete)
  const book = useSuspense(BookResource.get, isSuccess ? null : { id })
  if (!book) return <Navigate to="/books" replace />
  return (
    <>
      <h1>{book.title}</h1>
      <button onClick={() => void remove({ id })}>Delete</button>
    </>
  )
}

function PageError() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (error instanceof NetworkError && error.status === 404) return <p>There is no such book.</p>
  return (
    <p role="alert">
      Not loaded. <button onClick={() => void revalidate()}>Try again</button>
    </p>
  )
}
