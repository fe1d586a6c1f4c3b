import { useRef, useState } from 'react'
import { describeRefusal } from './describeError'

/** A change on its way: start it, see whether it runs, and why it was refused. */
export interface Submit {
  readonly run: () => Promise<void>
  readonly isRunning: boolean
  readonly refusal: string | undefined
  /** Takes the refusal away, for when the person begins anew. */
  readonly forget: () => void
}

/** Runs a change one at a time and keeps the sentence that says why it was refused. */
export function useSubmit(change: () => Promise<void>): Submit {
  const running = useRef(false)
  const [isRunning, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const run = async () => {
    // A ref, because a second click may come before React has rendered the first one.
    if (running.current) return
    running.current = true
    setRunning(true)
    setRefusal(undefined)
    try {
      await change()
    } catch (error) {
      setRefusal(await describeRefusal(error))
    } finally {
      running.current = false
      setRunning(false)
    }
  }
  return { run, isRunning, refusal, forget: () => setRefusal(undefined) }
}
