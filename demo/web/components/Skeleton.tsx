import type { ReactNode } from 'react'

/** The shapes of rows, of the same classes as the rows themselves, so that nothing moves when they come. */
const shapes = {
  member: {
    list: 'members',
    row: (
      <div className="member">
        <span className="avatar" />
        <span className="member__text">
          {bone(16, 'member__name')}
          {bone(9, 'quiet')}
        </span>
        {bone(8)}
      </div>
    ),
  },
  latest: {
    list: 'latest',
    row: (
      <div className="latest__note">
        <div className="latest__head">
          {bone(18)}
          {bone(20, 'quiet')}
        </div>
        {bone(44)}
      </div>
    ),
  },
  note: {
    list: '',
    row: (
      <div className="note">
        {bone(44)}
        <div className="note__foot">
          {bone(20, 'quiet')}
          <span className="button button--small button--bone" />
        </div>
      </div>
    ),
  },
  detail: {
    list: '',
    row: (
      <div className="detail">
        <div className="detail__head">
          <span className="avatar avatar--large" />
          {bone(18, 'detail__name')}
        </div>
        {bone(50)}
        {bone(24)}
      </div>
    ),
  },
  quote: {
    list: 'ticker',
    row: (
      <div className="quote">
        {bone(30)}
        {bone(12, 'quote__price')}
        {bone(26, 'quote__change')}
      </div>
    ),
  },
  trade: {
    list: 'trades',
    row: (
      <div className="trade--bone">
        {bone(24)}
        {bone(20)}
      </div>
    ),
  },
  access: {
    list: 'access',
    row: (
      <div className="access__item">
        <span className="member__text">
          {bone(16, 'member__name')}
          {bone(22, 'quiet')}
        </span>
      </div>
    ),
  },
  order: {
    list: 'orders',
    row: (
      <div className="order">
        {bone(22)}
        <span className="button button--icon button--bone" />
      </div>
    ),
  },
} as const satisfies Readonly<Record<string, { list: string; row: ReactNode }>>

interface SkeletonProps {
  readonly label: string
  readonly shape: keyof typeof shapes
  readonly rows: number
}

/** The shape of what is being loaded. */
export function Skeleton({ label, shape, rows }: SkeletonProps) {
  const { list, row } = shapes[shape]
  return (
    <div className="skeleton" role="status" aria-label={`Loading ${label}`}>
      <div className={list} aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index}>{row}</div>
        ))}
      </div>
    </div>
  )
}

/** A line of text that is not there yet. No component, so that the count of what renders is that of the page. */
function bone(length: number, className?: string): ReactNode {
  return (
    <span className={className}>
      <span className="bone">{'\u00A0'.repeat(2 * length)}</span>
    </span>
  )
}
