import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { View } from '../address'
import { AnnounceContext } from '../useAnnounce'

/** What just happened, and in which view. */
interface Announcement {
  readonly id: number
  readonly text: string
  readonly view: View
}

const NewsContext = createContext<Announcement | undefined>(undefined)

interface AnnouncementsProps {
  readonly view: View
  readonly children: ReactNode
}

/** Keeps what just happened, as long as its view is shown. Its children render only where they show it. */
export function Announcements({ view, children }: AnnouncementsProps) {
  const [news, setNews] = useState<Announcement>()
  // Of the view where it was taken: what ends after its view was left is no news there.
  const announce = useCallback(
    (text: string) => setNews((before) => ({ id: (before?.id ?? 0) + 1, text, view })),
    [view],
  )
  if (news !== undefined && news.view !== view) setNews(undefined)
  return (
    <AnnounceContext value={announce}>
      <NewsContext value={news}>{children}</NewsContext>
    </AnnounceContext>
  )
}

/** Shows what just happened for a few seconds, or until the next click: what that moves may lie below. Screen readers announce it, and find it as long as there is no other. */
export function News() {
  const news = useContext(NewsContext)
  const toast = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const fade = () => toast.current?.getAnimations().forEach((it) => it.finish())
    document.addEventListener('click', fade, { capture: true })
    return () => document.removeEventListener('click', fade, { capture: true })
  }, [])
  return (
    <div className="news" role="status" aria-live="polite" data-what-happens="ignored">
      {/* The key has a text that comes again announced again. */}
      {news && (
        <p key={news.id} ref={toast} className="toast">
          {news.text}
        </p>
      )}
    </div>
  )
}
