import { createRest, type Manager } from 'rtk-rest'

interface ConnectionApi {
  /** Whether requests that no user asked for are sent. */
  setOnline(isOnline: boolean): void
}

/** Holds automatic requests back while the app is offline. */
export const connection: Manager<ConnectionApi> = {
  name: 'connection',
  apiNames: ['setOnline'],
  init(store) {
    let opened: { readonly until: Promise<void>; readonly open: () => void } | undefined
    return {
      gate: () => opened && { until: opened.until },
      api: {
        setOnline(isOnline) {
          if (isOnline === (opened === undefined)) return
          opened?.open()
          opened = isOnline ? undefined : openLater()
          store.wake()
        },
      },
    }
  },
}

function openLater() {
  let open = (): void => undefined
  const until = new Promise<void>((resolve) => (open = resolve))
  return { until, open }
}

export const rest = createRest({ managers: [connection] })
