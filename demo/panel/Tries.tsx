import { useState, useSyncExternalStore } from 'react'
import type { DevtoolsGroup } from 'rtk-rest/devtools'
import type { Happenings } from './observePage'

/** Something to try. */
export interface Try {
  readonly text: string
  /** Whether what happened shows that it was done. */
  readonly isDone: (group: DevtoolsGroup) => boolean
}

interface TriesProps {
  readonly tries: readonly Try[]
  readonly happenings: Happenings
}

/** Things to try, each ticked off when it was done once. */
export function Tries({ tries, happenings }: TriesProps) {
  const groups = useSyncExternalStore(happenings.subscribe, happenings.getGroups)
  const done = useDone(tries, groups)
  return (
    <ol className="tries" data-what-happens="ignored" aria-label="Three things to try">
      {tries.map(({ text }) => (
        <li key={text} className={done.has(text) ? 'try try--done' : 'try'}>
          <span className="try__mark" aria-hidden="true" />
          <span>
            {text}
            {done.has(text) && <span className="visually-hidden"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What was done, also when its group is no longer kept. */
function useDone(tries: readonly Try[], groups: readonly DevtoolsGroup[]): ReadonlySet<string> {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const now = tries.filter(({ text, isDone }) => !done.has(text) && groups.some(isDone))
  if (now.length > 0) setDone(new Set([...done, ...now.map(({ text }) => text)]))
  return done
}
