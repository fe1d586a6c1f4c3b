import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { ExpectedRows } from './ExpectedRows'
import { GroupList } from './GroupList'
import { groupLine } from './groupLine'
import type { Model, Shown } from './Model'
import { adopt, BESIDE, dockedStyles } from './styles'
import { Tables } from './Tables'
import type { RestDevtoolsProps } from './types'

interface PanelProps {
  readonly model: Model
  readonly position: NonNullable<RestDevtoolsProps['position']>
  readonly initialIsOpen: boolean | undefined
}

/** The panel, or its bar or button where it is closed. */
export function Panel({ model, position, initialIsOpen }: PanelProps) {
  const shown = useSyncExternalStore(model.subscribe, model.getShown)
  const [isOpen, setOpen] = useIsOpen(position, initialIsOpen)
  const toggle = useRef<HTMLButtonElement>(null)
  useDockedPage(position, isOpen)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || position !== 'floating' || !isOpen) return
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <aside
      className="wh"
      data-position={position}
      data-open={isOpen}
      aria-labelledby="wh-heading"
      onKeyDown={onKeyDown}
    >
      <div className="wh-head">
        <h2 id="wh-heading" tabIndex={-1}>
          What happens
        </h2>
        <p className="wh-newest">{!isOpen && <Newest groups={shown.groups} />}</p>
        {position !== 'page' && (
          <button
            ref={toggle}
            type="button"
            className="wh-toggle"
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Hide what happens' : 'Show what happens'}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {isOpen && <Body model={model} shown={shown} />}
    </aside>
  )
}

function Newest({ groups: [newest] }: Pick<Shown, 'groups'>) {
  if (newest === undefined) return null
  return (
    <>
      <span className="wh-newest__cause">{newest.cause}</span>{' '}
      <span className="wh-group__line">{groupLine(newest)}</span>
    </>
  )
}

function Body({ model, shown }: { readonly model: Model; readonly shown: Shown }): ReactNode {
  const { groups, recent, state, path, missing, moment } = shown
  const { controls } = model
  return (
    <div className="wh-body">
      <p className="wh-past" role="status">
        {moment !== undefined && <ShownMoment model={model} moment={moment} />}
      </p>
      <div className="wh-top">
        <slot />
      </div>
      {missing !== undefined && <Missing line={missing} />}
      {missing === undefined && (
        <div className="wh-log">
          <GroupList groups={groups} onJump={model.jump} />
        </div>
      )}
      {missing === undefined && state && controls && (
        <div className="wh-state">
          <ExpectedRows state={state} />
          <Tables state={state} recent={recent} path={path} controls={controls} />
        </div>
      )}
    </div>
  )
}

function ShownMoment({ model, moment }: { readonly model: Model; readonly moment: string }) {
  const goBack = ({ currentTarget }: MouseEvent) => {
    model.goBack()
    // The button goes, and the focus would go with it.
    currentTarget.closest('aside')?.querySelector('h2')?.focus()
  }
  return (
    <>
      The page shows the state {moment}. Requests wait.{' '}
      <button type="button" className="wh-button" onClick={goBack}>
        Back to now
      </button>
    </>
  )
}

function Missing({ line }: { line: string }) {
  return (
    <div className="wh-missing" role="alert">
      <p>This line is missing:</p>
      <pre>{line}</pre>
    </div>
  )
}

const KEY = 'rtk-rest-devtools'

/** Whether it is open; the choice stays. */
function useIsOpen(
  position: PanelProps['position'],
  initialIsOpen: boolean | undefined,
): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => readChoice() ?? initialIsOpen ?? hasRoom(position))
  const choose = (next: boolean) => {
    setOpen(next)
    try {
      localStorage.setItem(KEY, next ? 'open' : 'closed')
    } catch {
      // Storage may be forbidden; the choice then ends with the page.
    }
  }
  return [isOpen || position === 'page', choose]
}

function hasRoom(position: PanelProps['position']): boolean {
  // jsdom has no `matchMedia`.
  const { matchMedia } = globalThis as Partial<typeof globalThis>
  return position === 'docked' && matchMedia?.(BESIDE).matches === true
}

function readChoice(): boolean | undefined {
  try {
    const choice = localStorage.getItem(KEY)
    return choice === null ? undefined : choice === 'open'
  } catch {
    return undefined
  }
}

/** Has the page leave the room that a docked panel takes. */
function useDockedPage(position: PanelProps['position'], isOpen: boolean): void {
  useEffect(
    () => (position === 'docked' ? adopt(document, dockedStyles(isOpen)) : undefined),
    [position, isOpen],
  )
}
