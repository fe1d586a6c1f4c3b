import { memo, useState } from 'react'
import { abbreviate } from './HappeningLog'
import { summarize, unlisted, count } from './summarize'
import type { ActionView, ChangedRow, GroupView, RequestView } from './types'

/** What happened, newest first. */
export function GroupList({ groups }: { groups: readonly GroupView[] }) {
  if (groups.length === 0) return <p className="wh-quiet">Nothing has happened yet.</p>
  return (
    <ol className="wh-groups">
      {groups.map((group, index) => (
        <GroupItem key={group.id} group={group} isNewest={index === 0} />
      ))}
    </ol>
  )
}

interface GroupItemProps {
  readonly group: GroupView
  readonly isNewest: boolean
}

/** One thing that the user did; the newest is open, until the user decides. */
const GroupItem = memo(function GroupItem({ group, isNewest }: GroupItemProps) {
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
        <span className="wh-group__line">{summarize(group)}</span>
      </button>
      {isOpen && <GroupBody group={group} />}
    </li>
  )
})

function GroupBody({ group }: { group: GroupView }) {
  return (
    <div className="wh-group__body">
      <Earlier number={unlisted(group, 'requests')} noun="request" />
      {group.requests.map((request) => (
        <RequestLine key={request.id} request={request} />
      ))}
      <Earlier number={unlisted(group, 'actions')} noun="action" />
      {group.actions.map((action) => (
        <ActionLine key={action.id} action={action} />
      ))}
    </div>
  )
}

function Earlier({ number, noun }: { number: number; noun: string }) {
  if (number === 0) return null
  return <p className="wh-quiet">{`and ${count(number, `earlier ${noun}`)}`}</p>
}

function RequestLine({ request }: { request: RequestView }) {
  const { method, path, status, reason, ms } = request
  return (
    <p className={`wh-request wh-request--${status}`}>
      <span className="wh-request__method">{method}</span>
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

function ActionLine({ action }: { action: ActionView }) {
  const { type, rows, more, isRest } = action
  return (
    <div className={isRest ? 'wh-action' : 'wh-action wh-action--other'}>
      <code>{type}</code>
      {rows.length > 0 && (
        <ul className="wh-rows">
          {rows.map((row) => (
            <li key={`${row.table} ${row.key}`} className={`wh-row wh-row--${row.kind}`}>
              {describeRow(row)}
            </li>
          ))}
          {more > 0 && <li className="wh-quiet">{`and ${count(more, 'more row')}`}</li>}
        </ul>
      )}
    </div>
  )
}

/** `Member 7: name` */
export function describeRow({ table, key, kind, fields }: ChangedRow): string {
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
