import { Collection, Entity, Invalidate, Union } from 'rtk-rest'
import { DeskEndpoint } from './DeskEndpoint'

/** A person who may use the desk. */
export class Trader extends Entity {
  id = ''
  readonly type = 'trader'
  name = ''
  desk = ''

  static override key = 'Trader'
}

/** A program that may use the desk. Its ids are those of programs: a person may have the same one. */
export class Algo extends Entity {
  id = ''
  readonly type = 'algo'
  name = ''
  version = ''

  static override key = 'Algo'
}

const kinds = { trader: Trader, algo: Algo }

/** All who may use the desk, of both kinds. */
export const getAccess = new DeskEndpoint({
  path: '/access',
  schema: new Collection([new Union(kinds, 'type')]),
  name: 'Access.getList',
})

/** Takes the access of either kind away: the path says which kind it is, as the response is empty. */
export const revokeAccess = new DeskEndpoint({
  path: '/access/:type/:id',
  method: 'DELETE',
  schema: new Invalidate(kinds, 'type'),
  name: 'Access.delete',
})
