import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import { maxLatency } from '../latency'
import { ApiError } from './ApiError'
import { fieldError, readFields } from './input'

/** Whether there is an outage. */
export interface OutageState {
  isOn(): boolean
  /** Calls back when a switch was set; returns how to stop. */
  listen(onChange: () => void): () => void
}

/** Switches that close or delay the rest of the API, so that a person (or a test) can see how errors and waiting look. */
export interface Outage extends OutageState {
  readonly routes: Hono
  /** Delays a request, and refuses it while the outage is on. */
  readonly guard: MiddlewareHandler
}

/** Creates the switches: no outage and no latency. They live in memory, so a restart ends both. */
export function createOutage(): Outage {
  let current = { id: 'desk', on: false, latency: 0 }
  const listeners = new Set<() => void>()
  const routes = new Hono()
  routes.get('/', (c) => c.json(current))
  // What a request leaves out stays as it is.
  routes.put('/', async (c) => {
    const { on = current.on, latency = current.latency } = await readFields(c)
    if (typeof on !== 'boolean') throw fieldError('on', 'on must be true or false.')
    current = { ...current, on, latency: toLatency(latency) }
    for (const listener of listeners) listener()
    return c.json(current)
  })
  const guard: MiddlewareHandler = async (_c, next) => {
    if (current.latency > 0) await wait(current.latency)
    if (current.on) throw new ApiError(503, 'The desk is closed (simulated outage).')
    await next()
  }
  return {
    routes,
    guard,
    isOn: () => current.on,
    listen(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
  }
}

function toLatency(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxLatency) {
    return Number(value)
  }
  throw fieldError('latency', `latency must be a whole number of ms from 0 to ${maxLatency}.`)
}
