import { createContext, useContext } from 'react'

/** Where the page shows what just happened. */
export const AnnounceContext = createContext<(text: string) => void>(() => undefined)

/** Gives the function that tells everyone, screen readers too, what just happened. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext)
}
