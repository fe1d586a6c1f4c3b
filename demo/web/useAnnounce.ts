import { createContext, useContext } from 'react'

/** Where the page shows what just happened. */
export const AnnounceContext = createContext<(text: string) => void>(() => undefined)

/** Gives the function that announces what just happened to everyone, also by screen readers. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext)
}
