import { controller } from '../store'
import { PlayerResource, TeamResource } from './Player'

/** In a loader of a route, a thunk or a test. */
export async function loadPlayer(id: string) {
  const player = await controller.fetchIfStale(PlayerResource.get, { id })
  const team = await controller.fetchIfStale(TeamResource.get, { id: player.teamId })
  return { player, team }
}
