import { useEffect } from 'react'
import { persistence } from 'rtk-rest/persistence'

let start: () => void
const hydrated = new Promise<void>((resolve) => {
  start = resolve
})

export const afterHydration = persistence({
  key: 'my-app',
  storage: () => localStorage,
  after: hydrated,
})

/** Stands below the root: its effect runs when React has hydrated the page. */
export function Hydrated() {
  useEffect(() => start(), [])
  return null
}
