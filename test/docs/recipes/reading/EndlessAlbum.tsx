import { useEffect, useRef } from 'react'
import { usePhotos } from './Feed'

export function EndlessAlbum({ album }: { readonly album: string }) {
  const { photos, loadMore, isLoading, error } = usePhotos(album)
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (end.current === null || loadMore === undefined || isLoading || error) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void loadMore()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [loadMore, isLoading, error])
  return (
    <>
      <ul aria-busy={isLoading}>
        {photos.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      {error && <button onClick={() => void loadMore?.()}>Try again</button>}
      <p ref={end}>{loadMore ? 'Loading …' : 'The end.'}</p>
    </>
  )
}
