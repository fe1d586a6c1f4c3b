import { useEffect, useState } from 'react'
import { describeRefusal } from './describeError'
import type { Refused } from './describeError'

/** What the server says of an error; `undefined` without an error, and until its response is read. */
export function useRefusal(error: Error | undefined): Refused | undefined {
  const [known, setKnown] = useState<{ readonly error: Error; readonly refused: Refused }>()
  useEffect(() => {
    if (error === undefined) return undefined
    let isCurrent = true
    const read = async () => {
      const refused = await describeRefusal(error)
      if (isCurrent) setKnown({ error, refused })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [error])
  return known?.error === error ? known?.refused : undefined
}
