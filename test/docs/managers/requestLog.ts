import { createRest, type Manager, type RestAction } from 'rtk-rest'

/** Keeps the key, the status and the time of the last requests, in ms, at `state.rest.managers.requestLog`. */
export const requestLog: Manager = {
  name: 'requestLog',
  init() {
    const times = new Map<string, number>() // of one store
    return {
      async request({ requestId }, run) {
        const start = performance.now()
        try {
          return await run()
        } finally {
          times.set(requestId, performance.now() - start)
        }
      },
      commit(action, { managers }) {
        const { meta } = action
        if (meta.kind !== 'request' || meta.requestStatus === 'pending') return action
        const line = {
          key: meta.arg.key,
          status: meta.requestStatus,
          ms: times.get(meta.requestId),
        }
        times.delete(meta.requestId)
        const before = (managers['requestLog'] ?? []) as readonly unknown[]
        const payload = {
          ...action.payload,
          managers: { requestLog: [...before, line].slice(-20) },
        }
        return { ...action, payload } as RestAction
      },
    }
  },
}

export const rest = createRest({ managers: [requestLog] })
