import type { RestState } from 'rtk-rest'
import type { Desk } from './Desk'

/** What the page kept of a session. */
export interface Recorded {
  readonly actions: readonly { readonly type: string; readonly payload?: unknown }[]
  readonly state: RestState
}

/** Taken at one moment and as text, so that only what JSON can say comes over. */
export async function takeRecord(desk: Desk): Promise<Recorded> {
  const json = await desk.page.evaluate(() => {
    const { demo } = globalThis
    return JSON.stringify({ actions: demo?.actions, state: demo?.store.getState().rest })
  })
  return JSON.parse(json) as Recorded
}
