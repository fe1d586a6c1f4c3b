import { useEffect, useState } from 'react'

const DELAY = 400

/** Whether something takes longer than a moment, so that what is quick causes no flicker. */
export function useIsSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(() => setSlow(true), DELAY)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isBusy])
  return isBusy && isSlow
}
