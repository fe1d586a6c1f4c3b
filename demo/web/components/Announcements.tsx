import { createContext, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { AnnounceContext } from '../useAnnounce'

const NewsContext = createContext('')

/** Keeps what just happened. Its children render only where they show it. */
export function Announcements({ children }: { children: ReactNode }) {
  const [news, announce] = useState('')
  return (
    <AnnounceContext value={announce}>
      <NewsContext value={news}>{children}</NewsContext>
    </AnnounceContext>
  )
}

/** Shows what just happened, also to screen readers. */
export function News() {
  return (
    <p className="footer__news" role="status" aria-live="polite">
      {useContext(NewsContext)}
    </p>
  )
}
