import { Entity, RestEndpoint } from 'rtk-rest'

/** Whether the server plays an outage. */
export class Outage extends Entity {
  id = ''
  on = false

  static override key = 'Outage'
}

/** Asks whether there is an outage. */
export const getOutage = new RestEndpoint({
  path: '/outage',
  urlPrefix: '/api',
  schema: Outage,
  name: 'Outage.get',
})

/** Begins or ends the outage. */
export const setOutage = new RestEndpoint({
  path: '/outage',
  urlPrefix: '/api',
  method: 'PUT',
  body: {} as { on: boolean },
  schema: Outage,
  name: 'Outage.set',
})
