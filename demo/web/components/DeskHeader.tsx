import { memo } from 'react'
import { connect } from 'react-redux'
import type { Address } from '../address'
import { formatNumber } from '../formatNumber'
import { Member, MemberResource } from '../resources/Member'
import { rest } from '../store'
import type { RootState } from '../store'
import { Account } from './Account'
import { ViewNav } from './ViewNav'

interface HeaderProps {
  readonly address: Address
  /** Whether there is anything to count. */
  readonly hasFacts: boolean
}

/** The head of the page. */
export function DeskHeader({ address, hasFacts }: HeaderProps) {
  return (
    <header className="header">
      <h1 className="header__title">
        <Mark />
        <span className="header__name">Exchange desk</span>
      </h1>
      <ViewNav address={address} />
      {hasFacts && <Facts memberId={address.memberId} />}
      <Account />
    </header>
  )
}

interface HeaderFacts {
  /** `undefined` as long as the list of all members is not known. */
  readonly memberCount: number | undefined
  readonly noteCount: number | undefined
  readonly isLoading: boolean
  readonly selectedName: string | undefined
}

function FactsView({ memberCount, noteCount, isLoading, selectedName }: HeaderFacts) {
  return (
    <p className="header__facts" aria-busy={isLoading}>
      <Fact count={memberCount} label={memberCount === 1 ? 'member' : 'members'} />
      <Fact count={noteCount} label={noteCount === 1 ? 'note' : 'notes'} />
      <span className="header__selected" data-testid="selected-name">
        {selectedName ?? 'No member selected'}
      </span>
    </p>
  )
}

interface FactProps {
  readonly count: number | undefined
  readonly label: string
}

const Fact = memo(function Fact({ count, label }: FactProps) {
  return (
    <span>
      <strong className={count === undefined ? 'number number--unknown' : 'number'}>
        {count === undefined ? '–' : formatNumber(count)}
      </strong>{' '}
      {label}
    </span>
  )
})

function Mark() {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4 11V7m4 4V4m4 7V9" />
    </svg>
  )
}

function mapState(
  state: RootState,
  { memberId: id }: { readonly memberId: string | null },
): HeaderFacts {
  const selected = id === null ? undefined : rest.selectors.selectEntity(state, Member, { id })
  const { data, isLoading } = rest.selectors.selectRequest(state, MemberResource.getList, {})
  return {
    memberCount: data?.length,
    noteCount: data?.reduce((sum, member) => sum + member.noteCount, 0),
    isLoading,
    selectedName: selected?.name,
  }
}

/** Live counts: through `connect` and selectors, without any hook. */
const Facts = connect(mapState)(FactsView)
