import { Entity, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

class Team extends Entity {
  id = ''
  name = ''
  static override key = 'Team'
}

class PlayerWithTeam extends Entity {
  id = ''
  name = ''
  team = Team.defaults
  static override key = 'Player'
  static override schema = { team: Team }
}

/** Responds with `{ "id": "7", "name": "Ada", "team": { "id": "1", "name": "Red" } }`. */
export const getPlayerWithTeam = new RestEndpoint({
  urlPrefix: API,
  path: '/players/:id',
  searchParams: {} as { readonly include: 'team' },
  schema: PlayerWithTeam,
})
