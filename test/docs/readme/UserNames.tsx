import { useDLE } from 'rtk-rest/react'
import { UserResource } from './App'

export function UserNames() {
  const { data: users = [], loading, error } = useDLE(UserResource.getList)
  if (error) return <p role="alert">{error.message}</p>
  if (loading) return <p>Loading …</p>
  return users.map(({ id, name }) => <p key={id}>{name}</p>)
}
