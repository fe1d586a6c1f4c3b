import type { SyntheticEvent } from 'react'
import { useMutation } from 'rtk-rest/react'
import { signIn } from '../../docs/recipes/servers/conduit'
import { enter } from './store'

export function SignInPage() {
  const [send, { isLoading, error }] = useMutation(signIn)
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const email = fields.get('email') as string
    const password = fields.get('password') as string
    try {
      enter(await send({ email, password }).unwrap())
    } catch {
      // `error` shows it.
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input name="email" aria-label="Email" />
      <input name="password" aria-label="Password" type="password" />
      <button disabled={isLoading}>Enter</button>
      {error && (
        <p role="alert">{error.status === 422 ? 'Email or password is wrong.' : 'Try again.'}</p>
      )}
    </form>
  )
}
