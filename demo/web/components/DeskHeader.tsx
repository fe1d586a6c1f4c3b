import { connect } from 'react-redux'
import { Member } from '../resources/Member'
import { rest } from '../store'
import type { RootState } from '../store'
import type { View } from '../useView'
import { Account } from './Account'
import { ViewNav } from './ViewNav'

interface HeaderProps {
  readonly view: View
  /** Whether there is anything to count. */
  readonly hasFacts: boolean
}

interface HeaderFacts {
  readonly memberCount: number
  readonly noteCount: number
  readonly selectedName: string | undefined
}

function HeaderView({ view, hasFacts, ...facts }: HeaderProps & HeaderFacts) {
  return (
    <header className="header">
      <h1 className="header__title">
        <Mark />
        Exchange desk
      </h1>
      <ViewNav view={view} />
      {hasFacts && <Facts {...facts} />}
      <Account />
    </header>
  )
}

function Facts({ memberCount, noteCount, selectedName }: HeaderFacts) {
  return (
    <p className="header__facts">
      <Fact count={memberCount} label={memberCount === 1 ? 'member' : 'members'} />
      <Fact count={noteCount} label={noteCount === 1 ? 'note' : 'notes'} />
      <span className="header__selected" data-testid="selected-name">
        {selectedName ?? 'No member selected'}
      </span>
    </p>
  )
}

function Fact({ count, label }: { count: number; label: string }) {
  return (
    <span>
      <strong className="number">{count}</strong> {label}
    </span>
  )
}

function Mark() {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4 11V7m4 4V4m4 7V9" />
    </svg>
  )
}

function mapState(state: RootState): HeaderFacts {
  const id = state.desk.selectedMemberId
  const selected = id === null ? undefined : rest.selectors.selectEntity(state, Member, { id })
  const members = rest.selectors.selectAll(state, Member)
  return {
    memberCount: members.length,
    noteCount: members.reduce((sum, member) => sum + member.noteCount, 0),
    selectedName: selected?.name,
  }
}

/** The head of the page, with live counts: through `connect` and selectors, without any hook. */
export const DeskHeader = connect(mapState)(HeaderView)
