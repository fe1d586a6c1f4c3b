import { useState } from 'react'
import type { Ref } from 'react'
import { ExpectedRows } from './ExpectedRows'
import { GroupList } from './GroupList'
import type { Shown } from './Model'
import { summarize } from './summarize'
import { Tables } from './Tables'
import { Tries } from './Tries'
import type { Try } from './Tries'

interface PanelProps {
  /** Not `ref`, which a component of React 18 does not get. */
  readonly panelRef: Ref<HTMLElement>
  readonly shown: Shown
  readonly tries: readonly Try[]
  readonly path: string
}

/** The panel: docked, or as its bar. */
export function Panel({ panelRef, shown, tries, path }: PanelProps) {
  const [isOpen, setOpen] = useIsOpen()
  const [newest] = shown.groups
  return (
    <aside ref={panelRef} className="wh" data-open={isOpen} aria-labelledby="wh-heading">
      <div className="wh-head">
        <h2 id="wh-heading">What happens</h2>
        <p className="wh-newest">
          {newest !== undefined && !isOpen && (
            <>
              <span className="wh-newest__cause">{newest.cause}</span>{' '}
              <span className="wh-group__line">{summarize(newest)}</span>
            </>
          )}
        </p>
        <button
          type="button"
          className="wh-toggle"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Hide what happens' : 'Show what happens'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </button>
      </div>
      {isOpen && (
        <div className="wh-body">
          <Intro />
          <Tries tries={tries} groups={shown.groups} />
          {shown.missing === undefined ? (
            <Content shown={shown} path={path} />
          ) : (
            <Missing line={shown.missing} />
          )}
        </div>
      )}
    </aside>
  )
}

function Intro() {
  return (
    <p className="wh-intro">
      rtk-rest stores each entity once, as a row in your Redux store. A response changes rows, and
      with them every place that shows the entity.
    </p>
  )
}

function Content({ shown: { groups, recent, state }, path }: Pick<PanelProps, 'shown' | 'path'>) {
  return (
    <>
      <div className="wh-log">
        <GroupList groups={groups} />
      </div>
      {state && (
        <div className="wh-state">
          <ExpectedRows state={state} />
          <Tables state={state} recent={recent} path={path} />
        </div>
      )}
    </>
  )
}

function Missing({ line }: { line: string }) {
  return (
    <div className="wh-missing" role="alert">
      <p>The store lacks this line. Add it to configureStore:</p>
      <pre>{line}</pre>
    </div>
  )
}

const KEY = 'what-happens'

/** Whether it is open; the choice stays. Without one it is open where there is room beside the app. */
function useIsOpen(): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(readChoice)
  const choose = (next: boolean) => {
    setOpen(next)
    try {
      localStorage.setItem(KEY, next ? 'open' : 'closed')
    } catch {
      // Storage may be forbidden; the choice then ends with the page.
    }
  }
  return [isOpen, choose]
}

function readChoice(): boolean {
  try {
    const choice = localStorage.getItem(KEY)
    if (choice !== null) return choice === 'open'
  } catch {
    // As without a choice.
  }
  return globalThis.innerWidth >= 960
}
