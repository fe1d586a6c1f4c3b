import { useState } from 'react'
import { Entity, NetworkError, resource } from 'rtk-rest'
import { useController } from 'rtk-rest/react'
import { API } from '../api'

class User extends Entity {
  id = ''
  email = ''
  static override key = 'User'
}

export const UserResource = resource({ urlPrefix: API, path: '/users/:id', schema: User })

type FieldErrors = Readonly<Record<string, string>>

/** The field errors of a response with status 422: { "errors": { "email": "is taken" } }. */
function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof NetworkError) || error.status !== 422) throw error
  const { errors } = error.data as { readonly errors: FieldErrors }
  return errors
}

export function EmailForm({ id }: { readonly id: string }) {
  const controller = useController()
  const [errors, setErrors] = useState<FieldErrors>({})
  const save = async (form: FormData) => {
    const email = form.get('email') as string
    try {
      await controller.fetch(UserResource.partialUpdate, { id }, { email })
      setErrors({})
    } catch (error) {
      setErrors(fieldErrors(error))
    }
  }
  return (
    <form action={save}>
      <input name="email" aria-label="Email" />
      {errors['email'] && <p role="alert">Email {errors['email']}</p>}
      <button>Save</button>
    </form>
  )
}
