import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { Refused } from './describeError'

/** The form whose first wrong field gets the focus when the server refuses it, unless the person is elsewhere by then. */
export function useFocusOnInvalid(refused: Refused | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused === undefined || form.current?.contains(document.activeElement) !== true) return
    form.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  return form
}
