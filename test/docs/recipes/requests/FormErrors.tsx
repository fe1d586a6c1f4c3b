import { useState } from 'react'
import { Entity, type ErrorOf, resource } from 'rtk-rest'
import { useController } from 'rtk-rest/react'
import { z } from 'zod'
import { API } from '../api'

class User extends Entity {
  id = ''
  email = ''
  static override key = 'User'
}

export const UserResource = resource({
  urlPrefix: API,
  path: '/users/:id',
  schema: User,
  // The body of a response with status 422: { "errors": { "email": "is taken" } }.
  errorSchema: z.object({ errors: z.record(z.string(), z.string()) }),
})

export function EmailForm({ id }: { readonly id: string }) {
  const controller = useController()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const save = async (form: FormData) => {
    const email = form.get('email') as string
    try {
      await controller.fetch(UserResource.partialUpdate, { id }, { email })
      setErrors({})
    } catch (error) {
      const { data } = error as ErrorOf<typeof UserResource.partialUpdate>
      if (data === undefined) throw error
      setErrors(data.errors)
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
