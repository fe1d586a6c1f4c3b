import { Entity } from 'rtk-rest'
import { DeskEndpoint } from './DeskEndpoint'

/** Whether the server plays an outage, and how slow it is. */
export class Outage extends Entity {
  id = ''
  on = false
  /** How long it waits before each response, in ms. */
  latency = 0

  static override key = 'Outage'
}

/** Requests whether there is an outage, and how slow the server is. */
export const getOutage = new DeskEndpoint({
  path: '/outage',
  schema: Outage,
  name: 'Outage.get',
})

/** The same request every two seconds. */
export const pollOutage = getOutage.extend({ pollFrequency: 2_000 })

/** Begins or ends the outage. */
export const setOutage = new DeskEndpoint({
  path: '/outage',
  method: 'PUT',
  body: {} as { on: boolean },
  schema: Outage,
  name: 'Outage.set',
})

/** Sets how slow the server is. */
export const setLatency = setOutage.extend({
  body: {} as { latency: number },
  name: 'Outage.setLatency',
})
