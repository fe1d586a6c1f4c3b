import type { ErrorOf } from 'rtk-rest'
import { rest, store } from '../store'
import { UserResource } from './EmailForm'

/** Resolves to the error of the field, if there is one. */
export async function changeEmail(id: string, email: string): Promise<string | undefined> {
  try {
    await store.dispatch(rest.fetch(UserResource.partialUpdate, { id }, { email })).unwrap()
    return undefined
  } catch (error) {
    const { data } = error as ErrorOf<typeof UserResource.partialUpdate>
    if (data === undefined) throw error
    return data.errors['email']
  }
}
