import { Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useDLE, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Player extends Entity {
  id = ''
  name = ''
  teamId = ''
  static override key = 'Player'
}

class Team extends Entity {
  id = ''
  name = ''
  static override key = 'Team'
}

export const PlayerResource = resource({ urlPrefix: API, path: '/players/:id', schema: Player })
export const TeamResource = resource({ urlPrefix: API, path: '/teams/:id', schema: Team })

export function PlayerPage({ id }: { readonly id: string }) {
  const player = useSuspense(PlayerResource.get, { id })
  return (
    <>
      <h1>{player.name}</h1>
      <AsyncBoundary fallback="Loading the team …">
        <TeamName id={player.teamId} />
      </AsyncBoundary>
    </>
  )
}

function TeamName({ id }: { readonly id: string }) {
  return <p>{useSuspense(TeamResource.get, { id }).name}</p>
}

/** The same in one component, without Suspense. */
export function PlayerLine({ id }: { readonly id: string }) {
  const { data: player, error } = useDLE(PlayerResource.get, { id })
  const { data: team, error: teamError } = useDLE(
    TeamResource.get,
    player ? { id: player.teamId } : null, // null: not yet
  )
  if (error ?? teamError) return <p role="alert">Not loaded.</p>
  return (
    <p>
      {player?.name ?? '…'}, {team?.name ?? '…'}
    </p>
  )
}
