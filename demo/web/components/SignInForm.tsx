import { matchRejected } from 'rtk-rest'
import { useState } from 'react'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useController, useMutation } from 'rtk-rest/react'
import type { Refused } from '../describeError'
import { getSession, signIn } from '../resources/Session'
import type { Credentials } from '../resources/Session'
import { sessionCleared, tokenReceived } from '../sessionSlice'
import { useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { useFocusOnInvalid } from '../useFocusOnInvalid'
import { useIsOpen } from '../useIsOpen'
import { useRefusal } from '../useRefusal'
import { FormActions } from './FormActions'
import { Refusal } from './Refusal'
import { TextField } from './TextField'

/** Two ways in: a token, which a reload loses, or a cookie, which the browser keeps. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const [credentials, setCredentials] = useState({ user: '', password: '', keep: false })
  const { enter, isLoading, refused } = useSignIn(onDone)
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { name, type, value, checked } = currentTarget
    setCredentials((before) => ({ ...before, [name]: type === 'checkbox' ? checked : value }))
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isLoading) void enter(credentials)
  }
  return (
    <form ref={useFocusOnInvalid(refused)} className="form" onSubmit={submit} noValidate>
      <p className="quiet">
        This is a demo: the user is <code>desk</code>, the password <code>harbour</code>.
      </p>
      <Fields credentials={credentials} onChange={change} refused={refused} />
      <Refusal refused={refused} fields={['user', 'password']} />
      <FormActions submit="Sign in" isLoading={isLoading} onCancel={onDone} />
    </form>
  )
}

function useSignIn(onDone: () => void) {
  const controller = useController()
  const dispatch = useAppDispatch()
  const announce = useAnnounce()
  const isOpen = useIsOpen()
  const [send, { isLoading, error }] = useMutation(signIn)
  const enter = async (credentials: Credentials) => {
    const call = send(credentials)
    if (matchRejected(await call)) return
    const { token, ...session } = await call.unwrap()
    dispatch(token === undefined ? sessionCleared() : tokenReceived(token))
    // The response has what a request for the session would return, so none is sent.
    controller.setResponse(getSession, session)
    announce(`Signed in as ${session.user}.`)
    if (isOpen()) onDone()
  }
  return { enter, isLoading, refused: useRefusal(error) }
}

interface FieldsProps {
  readonly credentials: Credentials
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly refused: Refused | undefined
}

function Fields({ credentials: { user, password, keep }, onChange, refused }: FieldsProps) {
  return (
    <>
      <TextField
        label="User"
        name="user"
        value={user}
        onChange={onChange}
        refused={refused}
        autoFocus
        autoComplete="username"
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        value={password}
        onChange={onChange}
        refused={refused}
        autoComplete="current-password"
      />
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
