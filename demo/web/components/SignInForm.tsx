import { useState } from 'react'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useController } from 'rtk-rest/react'
import { getSession, signIn } from '../resources/Session'
import type { Credentials } from '../resources/Session'
import { sessionCleared, tokenReceived } from '../sessionSlice'
import { useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useSubmit } from '../useSubmit'
import { Refusal } from './Refusal'

/** Two ways in: a token, which a reload loses, or a cookie, which the browser keeps. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const [credentials, setCredentials] = useState({ user: '', password: '', keep: false })
  const { run, isRunning, refusal } = useSignIn(credentials, onDone)
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { name, type, value, checked } = currentTarget
    setCredentials((before) => ({ ...before, [name]: type === 'checkbox' ? checked : value }))
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p className="quiet">
        This is a demo: the user is <code>desk</code>, the password <code>harbour</code>.
      </p>
      <Fields credentials={credentials} onChange={change} />
      <Refusal text={refusal} />
      <div className="form__actions">
        <button type="button" className="button button--quiet" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button button--primary" aria-disabled={isRunning}>
          Sign in
        </button>
      </div>
    </form>
  )
}

interface FieldsProps {
  readonly credentials: Credentials
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function Fields({ credentials: { user, password, keep }, onChange }: FieldsProps) {
  return (
    <>
      <label className="field">
        User
        <input name="user" value={user} onChange={onChange} autoFocus autoComplete="username" />
      </label>
      <label className="field">
        Password
        <input
          name="password"
          type="password"
          value={password}
          onChange={onChange}
          autoComplete="current-password"
        />
      </label>
      <label className="check">
        <input name="keep" type="checkbox" checked={keep} onChange={onChange} />
        Keep me signed in
      </label>
      <p className="quiet">
        With a cookie, which a reload survives; otherwise with a token that only this page has.
      </p>
    </>
  )
}

function useSignIn(credentials: Credentials, onDone: () => void) {
  const controller = useController()
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  return useSubmit(async () => {
    const { token, ...session } = await controller.fetch(signIn, credentials)
    dispatch(token === undefined ? sessionCleared() : tokenReceived(token))
    // The response has what a request for the session would return, so none is sent.
    controller.setResponse(getSession, session)
    announce(`Signed in as ${session.user}.`)
    onDone()
  })
}
