import { memo, useState } from 'react'
import type { RestState } from '../store/state/state'
import { abbreviate } from './HappeningLog'
import { count, groupLine, unlisted } from './groupLine'
import type { ActionView, ChangedRow, DevtoolsGroup, DevtoolsRequest } from './types'

/** Has the page show the state of a moment. */
type Jump = (state: RestState, moment: string) => void

interface GroupListProps {
  readonly groups: readonly DevtoolsGroup[]
  readonly onJump: Jump
}

/** What happened, newest first. */
export function GroupList({ groups, onJump }: GroupListProps) {
  if (groups.length === 0) return <p className="wh-quiet">Nothing has happened yet.</p>
  return (
    <ol className="wh-groups">
      {groups.map((group, index) => (
        <GroupItem key={group.id} group={group} isNewest={index === 0} onJump={onJump} />
      ))}
    </ol>
  )
}

interface GroupItemProps {
  readonly group: DevtoolsGroup
  readonly isNewest: boolean
  readonly onJump: Jump
}

/** One thing that the user did; the newest is open, until the user decides. */
const GroupItem = memo(function GroupItem({ group, isNewest, onJump }: GroupItemProps) {
  const [choice, setChoice] = useState<boolean>()
  const isOpen = choice ?? isNewest
  return (
    <li className="wh-group">
      <button
        type="button"
        className="wh-group__head"
        aria-expanded={isOpen}
        onClick={() => setChoice(!isOpen)}
      >
        <span className="wh-group__cause">{group.cause}</span>{' '}
        <span className="wh-group__line">{groupLine(group)}</span>
      </button>
      {isOpen && <GroupBody group={group} onJump={onJump} />}
    </li>
  )
})

function GroupBody({ group, onJump }: { group: DevtoolsGroup; onJump: Jump }) {
  return (
    <div className="wh-group__body">
      <Earlier number={unlisted(group, 'requests')} noun="request" />
      {group.requests.map((request) => (
        <RequestLine key={request.id} request={request} />
      ))}
      <Earlier number={unlisted(group, 'actions')} noun="action" />
      {group.actions.map((action) => (
        <ActionLine key={action.id} action={action} onJump={onJump} />
      ))}
    </div>
  )
}

function Earlier({ number, noun }: { number: number; noun: string }) {
  if (number === 0) return null
  return <p className="wh-quiet">{`and ${count(number, `earlier ${noun}`)}`}</p>
}

function RequestLine({ request }: { request: DevtoolsRequest }) {
  const { method, path, status, reason, ms } = request
  return (
    <p className={`wh-request wh-request--${status}`}>
      {method !== '' && <span className="wh-request__method">{method}</span>}
      <code className="wh-request__path" title={path}>
        {abbreviate(path)}
      </code>
      <span className="wh-request__end">
        {status === 'done' ? '' : `${reason ?? status} `}
        {ms !== undefined && `${ms} ms`}
      </span>
    </p>
  )
}

function ActionLine({ action, onJump }: { action: ActionView; onJump: Jump }) {
  const { type, rows, more, isRest } = action
  return (
    <div className={isRest ? 'wh-action' : 'wh-action wh-action--other'}>
      <code>{type}</code>
      <Jumps action={action} onJump={onJump} />
      {rows.length > 0 && (
        <ul className="wh-rows">
          {rows.map((row) => (
            <li key={`${row.table} ${row.key}`} className={`wh-row wh-row--${row.kind}`}>
              {rowText(row)}
            </li>
          ))}
          {more > 0 && <li className="wh-quiet">{`and ${count(more, 'more row')}`}</li>}
        </ul>
      )}
    </div>
  )
}

/** The states before and after an action, where they are kept. */
function Jumps({ action: { type, states }, onJump }: { action: ActionView; onJump: Jump }) {
  if (states === undefined) return null
  return (
    <span className="wh-jumps">
      {(['before', 'after'] as const).map((when) => (
        <button
          key={when}
          type="button"
          className="wh-jump"
          aria-label={`Show the page ${when} ${type}`}
          title={`Show the page ${when} this action`}
          onClick={() => onJump(states[when], `${when} ${type}`)}
        >
          {when}
        </button>
      ))}
    </span>
  )
}

/** `Member 7: name` */
export function rowText({ table, key, kind, fields }: ChangedRow): string {
  const names = fields.join(', ')
  const what = {
    added: 'new',
    changed: names,
    removed: 'deleted',
    stale: 'stale',
    expected: `${names} (expected)`,
  }[kind]
  return `${table} ${abbreviate(key)}: ${what}`
}
