import { Entity } from 'rtk-rest'
import { DeskEndpoint } from './DeskEndpoint'

/** Whether the server plays an outage. */
export class Outage extends Entity {
  id = ''
  on = false

  static override key = 'Outage'
}

/** Requests whether there is an outage. */
export const getOutage = new DeskEndpoint({
  path: '/outage',
  schema: Outage,
  name: 'Outage.get',
})

/** Begins or ends the outage. */
export const setOutage = new DeskEndpoint({
  path: '/outage',
  method: 'PUT',
  body: {} as { on: boolean },
  schema: Outage,
  name: 'Outage.set',
})
