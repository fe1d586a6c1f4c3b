import { useEffect, useMemo, useState } from 'react'
import { describeRefusal, toRefused } from './describeError'
import type { Refused } from './describeError'

/** What the server says of an error; `undefined` without an error, and until its response is read where it has no `data`. */
export function useRefusal(error: Error | undefined): Refused | undefined {
  const data = error !== undefined && 'data' in error ? error.data : undefined
  const [known, setKnown] = useState<{ readonly error: Error; readonly refused: Refused }>()
  useEffect(() => {
    if (error === undefined || data !== undefined) return undefined
    let isCurrent = true
    const read = async () => {
      const refused = await describeRefusal(error)
      if (isCurrent) setKnown({ error, refused })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [error, data])
  const read = known?.error === error ? known?.refused : undefined
  return useMemo(
    () => (error !== undefined && data !== undefined ? toRefused(error, data) : read),
    [error, data, read],
  )
}
