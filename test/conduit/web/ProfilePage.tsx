import { useSuspense } from 'rtk-rest/react'
import { Articles, PAGE_SIZE } from './Articles'
import { FollowButton } from './FollowButton'
import { getProfile } from '../../docs/recipes/servers/conduit'

interface ProfileProps {
  readonly username: string
  readonly tab: string | undefined
}

/** A profile with the articles of the user, or those that are favorites of the user. */
export function ProfilePage({ username, tab }: ProfileProps) {
  const profile = useSuspense(getProfile, { username })
  const isFavorites = tab === 'favorites'
  const address = `#/profiles/${username}`
  return (
    <>
      <section data-item="profile">
        <h1 data-field="username">{profile.username}</h1>
        <p data-field="bio">{profile.bio}</p>
        <FollowButton profile={profile} />
      </section>
      <nav aria-label="Tabs">
        <a href={address}>Articles</a> <a href={`${address}/favorites`}>Favorites</a>
      </nav>
      <Articles
        params={{
          ...(isFavorites ? { favorited: username } : { author: username }),
          limit: PAGE_SIZE,
          offset: 0,
        }}
        addressOf={() => (isFavorites ? `${address}/favorites` : address)}
      />
    </>
  )
}
