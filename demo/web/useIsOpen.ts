import { useEffect, useRef } from 'react'

/** Gives a function that tells whether the component is still on the page: a late response closes no form but its own. */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => isOpen.current
}
