import { AsyncBoundary, type ErrorFallbackProps } from 'rtk-rest/react'
import { useAddress } from './address'
import { ArticlePage } from './ArticlePage'
import { EditorPage, NewArticlePage } from './EditorPage'
import { HomePage } from './HomePage'
import { ProfilePage } from './ProfilePage'
import { SignInPage } from './SignInPage'
import { useUsername } from '../../docs/recipes/servers/session'
import { leave } from './store'

export function App() {
  const { path, search } = useAddress()
  return (
    <>
      <Header />
      <AsyncBoundary
        key={`${path.join('/')}?${search}`}
        fallback="Loading ..."
        errorComponent={Failure}
      >
        <CurrentPage />
      </AsyncBoundary>
    </>
  )
}

function Header() {
  const username = useUsername()
  return (
    <header>
      <a href="#/">Home</a>
      {username === '' ? (
        <a href="#/sign-in">Sign in</a>
      ) : (
        <span data-item="session">
          <a href="#/feed">Your feed</a> <a href="#/editor">New article</a>{' '}
          <a href={`#/profiles/${username}`} data-field="username">
            {username}
          </a>{' '}
          <button onClick={leave}>Sign out</button>
        </span>
      )}
    </header>
  )
}

function CurrentPage() {
  const { path, search } = useAddress()
  const [page, name = ''] = path
  const offset = Number(search.get('offset') ?? 0)
  if (page === 'sign-in') return <SignInPage />
  if (page === 'articles') return <ArticlePage slug={name} />
  if (page === 'profiles') return <ProfilePage username={name} tab={path[2]} />
  if (page === 'editor') return name === '' ? <NewArticlePage /> : <EditorPage slug={name} />
  return <HomePage isFeed={page === 'feed'} tag={search.get('tag') ?? undefined} offset={offset} />
}

function Failure({ error, resetErrorBoundary }: ErrorFallbackProps) {
  return (
    <p role="alert">
      {error.message} <button onClick={resetErrorBoundary}>Try again</button>
    </p>
  )
}
