import { createRest } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { type Presence, refetchOn } from 'rtk-rest/refetch'

/** What this needs of `AppState` from react-native. */
interface AppState {
  readonly currentState: string
  addEventListener(type: 'change', listener: () => void): { remove(): void }
}

/** What this needs of `NetInfo` from @react-native-community/netinfo. */
interface NetInfo {
  addEventListener(listener: (state: { readonly isConnected: boolean | null }) => void): () => void
}

export function nativePresence(appState: AppState, netInfo: NetInfo): Presence {
  let isOnline = true // `isConnected` is null until it is known
  return {
    isOnline: () => isOnline,
    isVisible: () => appState.currentState === 'active',
    listen(onChange) {
      const appEvents = appState.addEventListener('change', onChange)
      const stopNetInfo = netInfo.addEventListener(({ isConnected }) => {
        isOnline = isConnected !== false
        onChange()
      })
      return () => {
        appEvents.remove()
        stopNetInfo()
      }
    },
  }
}

// nativePresence(AppState, NetInfo)
export const createNativeRest = (presence: Presence) =>
  createRest({
    managers: [
      refetchOn({ focus: true, reconnect: true, presence }),
      new PollingManager({ presence }), // if endpoints have a `pollFrequency`
    ],
  })
