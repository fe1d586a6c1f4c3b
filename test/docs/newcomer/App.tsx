import { type SyntheticEvent, useState, useTransition } from 'react'
import { Provider, useDispatch, useSelector } from 'react-redux'
import { AsyncBoundary, useMutation, useSuspense } from 'rtk-rest/react'
import { PhotoResource, type RootState, signedIn, signIn, store } from './photos'

export function App() {
  return (
    <Provider store={store}>
      <Pages />
    </Provider>
  )
}

function Pages() {
  const isSignedIn = useSelector((state: RootState) => state.session.token !== '')
  return isSignedIn ? <Library /> : <SignIn />
}

function SignIn() {
  const dispatch = useDispatch()
  const [send, { isLoading, error }] = useMutation(signIn)
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { name: fields.get('name') as string, password: fields.get('password') as string }
    try {
      const { token } = await send(body).unwrap()
      dispatch(signedIn(token))
    } catch {
      // `error` shows it.
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input name="name" aria-label="Name" />
      <input name="password" aria-label="Password" type="password" />
      <button disabled={isLoading}>Sign in</button>
      {error && <p role="alert">Not signed in.</p>}
    </form>
  )
}

function Library() {
  const [{ album, page }, setPlace] = useState({ album: 'travel', page: 1 })
  const [openId, setOpenId] = useState<string>()
  const [isPending, startTransition] = useTransition()
  const go = (place: { readonly album: string; readonly page: number }) =>
    startTransition(() => setPlace(place))
  return (
    <main aria-busy={isPending}>
      {['travel', 'family'].map((tab) => (
        <button key={tab} role="tab" onClick={() => go({ album: tab, page: 1 })}>
          {tab}
        </button>
      ))}
      <AsyncBoundary fallback="Loading …">
        <Photos
          album={album}
          page={page}
          onPage={(next) => go({ album, page: next })}
          onOpen={setOpenId}
        />
        {openId !== undefined && <PhotoDetail key={openId} id={openId} />}
      </AsyncBoundary>
      <Upload album={album} />
    </main>
  )
}

interface PhotosProps {
  readonly album: string
  readonly page: number
  onPage(page: number): void
  onOpen(id: string): void
}

function Photos({ album, page, onPage, onOpen }: PhotosProps) {
  const { items, total } = useSuspense(PhotoResource.getList, { album, page })
  return (
    <>
      {items.map(({ id, title }) => (
        <li key={id}>
          <button onClick={() => onOpen(id)}>{title}</button>
        </li>
      ))}
      <button onClick={() => onPage(page + 1)} disabled={page * 2 >= total}>
        Next
      </button>
      <p>
        Page {page}, {total} photos
      </p>
    </>
  )
}

function PhotoDetail({ id }: { readonly id: string }) {
  const [rename, renaming] = useMutation(PhotoResource.partialUpdate)
  const [remove, { isSuccess: isDeleted }] = useMutation(PhotoResource.delete)
  const photo = useSuspense(PhotoResource.get, isDeleted ? null : { id })
  if (!photo) return <p role="status">Deleted.</p>
  return (
    <article aria-busy={renaming.isLoading}>
      <h1>{photo.title}</h1>
      <button onClick={() => void rename({ id }, { title: `${photo.title}!` })}>Rename</button>
      <button onClick={() => void remove({ id })}>Delete</button>
    </article>
  )
}

function Upload({ album }: { readonly album: string }) {
  const [create, { isLoading, error }] = useMutation(PhotoResource.create)
  const send = (file: File | undefined) => {
    if (!file) return
    const form = new FormData()
    form.set('album', album)
    form.set('file', file)
    void create(form)
  }
  return (
    <>
      <input
        type="file"
        aria-label="Upload"
        disabled={isLoading}
        onChange={(event) => send(event.target.files?.[0])}
      />
      {error && <p role="alert">Not uploaded.</p>}
    </>
  )
}
