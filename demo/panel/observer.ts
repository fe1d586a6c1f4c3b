import type { ManagedCall, Manager, Reader } from 'rtk-rest'

/** What the panel hears that no action says. */
export interface Observations {
  /** A call is polled; returns the function for its end. */
  onPoll(key: string, frequency: number): (() => void) | undefined
  /** A sensitive request is sent; returns the function for its end. */
  onSensitiveRequest(id: string, endpoint: string): (error?: unknown) => void
}

/** What the manager gives the panel. */
export interface ObserverApi {
  observe(observations: Observations): void
}

/** Tells the panel which calls are polled, and of sensitive requests: `createRest({ managers: [observer] })`. */
export const observer: Manager<ObserverApi> = {
  name: 'whatHappens',
  apiNames: ['observe'],
  init() {
    let observed: Observations | undefined
    /** The polls, and what ends the note of each. */
    const polls = new Map<Reader, (() => void) | undefined>()
    const note = (reader: Reader): void => {
      const { key, endpoint } = reader
      polls.set(reader, observed?.onPoll(key, endpoint.pollFrequency ?? Infinity))
    }
    return {
      reader(reader) {
        if (!reader.isLive || reader.endpoint.pollFrequency === undefined) return undefined
        note(reader)
        return () => {
          polls.get(reader)?.()
          polls.delete(reader)
        }
      },
      request: (call, run) => (isSensitive(call) ? observe(call, run) : run()),
      api: {
        observe(observations) {
          observed = observations
          for (const reader of polls.keys()) note(reader)
        },
      },
    }
    async function observe({ requestId, endpoint }: ManagedCall, run: () => Promise<unknown>) {
      const end = observed?.onSensitiveRequest(requestId, endpoint.name)
      try {
        const value = await run()
        end?.()
        return value
      } catch (error) {
        end?.(error)
        throw error
      }
    }
  },
}

function isSensitive({ endpoint }: ManagedCall): boolean {
  return endpoint.sensitive === true
}
