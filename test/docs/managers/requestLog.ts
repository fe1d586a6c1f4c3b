import { createRest, type Manager, withManagerState } from 'rtk-rest'

/** Keeps the last requests and their times, in ms, at `state.rest.managers.requestLog`. */
export const requestLog: Manager = {
  name: 'requestLog',
  init() {
    const starts = new Map<string, number>() // of one store
    return {
      commit(action, { managers }) {
        if (action.meta.kind === 'reset') starts.clear()
        if (action.meta.kind !== 'request') return action
        const { requestId, requestStatus: status, arg } = action.meta
        const start = starts.get(requestId) ?? performance.now()
        if (status === 'pending') starts.set(requestId, start)
        else starts.delete(requestId)
        if (status === 'pending') return action
        const lines = (managers['requestLog'] ?? []) as readonly object[]
        const line = { key: arg.key, status, ms: performance.now() - start }
        return withManagerState(action, { requestLog: [...lines, line].slice(-20) })
      },
    }
  },
}

export const rest = createRest({ managers: [requestLog] })
