import { useState } from 'react'
import type { GroupView } from './types'

/** Something to try. */
export interface Try {
  readonly text: string
  /** Whether what happened shows that it was done. */
  readonly isDone: (group: GroupView) => boolean
}

interface TriesProps {
  readonly tries: readonly Try[]
  readonly groups: readonly GroupView[]
}

/** Things to try, each ticked off when it was done once. */
export function Tries({ tries, groups }: TriesProps) {
  const done = useDone(tries, groups)
  if (tries.length === 0) return null
  return (
    <ol className="wh-tries" aria-label="Three things to try">
      {tries.map(({ text }) => (
        <li key={text} className={done.has(text) ? 'wh-try wh-try--done' : 'wh-try'}>
          <span className="wh-try__mark" aria-hidden="true" />
          <span>
            {text}
            {done.has(text) && <span className="wh-hidden"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What was done, also when its group is no longer kept. */
function useDone(tries: readonly Try[], groups: readonly GroupView[]): ReadonlySet<string> {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const now = tries.filter(({ text, isDone }) => !done.has(text) && groups.some(isDone))
  if (now.length > 0) setDone(new Set([...done, ...now.map(({ text }) => text)]))
  return done
}
