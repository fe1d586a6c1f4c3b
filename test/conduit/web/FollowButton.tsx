import { useMutation } from 'rtk-rest/react'
import { goTo } from './address'
import { follow, type Profile, unfollow } from '../../docs/recipes/servers/conduit'
import { useUsername } from '../../docs/recipes/servers/session'

export function FollowButton({ profile }: { readonly profile: Profile }) {
  const { username, following } = profile
  const viewer = useUsername()
  const [run] = useMutation(following ? unfollow : follow)
  return (
    <button
      aria-label={`Follow ${username}`}
      aria-pressed={following}
      data-field="following"
      onClick={() => (viewer === '' ? goTo('#/sign-in') : void run({ username }))}
    >
      {following ? 'Following' : 'Follow'}
    </button>
  )
}
