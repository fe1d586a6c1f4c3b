import { describe } from 'vitest'
import { isExhaustive } from '../support/runs'
import { accessibilitySuite, outageAccessibilitySuite } from './suites/accessibility'
import { actionsSuite, payloadSuite } from './suites/actions'
import { addressSuite } from './suites/address'
import { fitSuite } from './suites/fit'
import { formSuite } from './suites/forms'
import { lifeSuite, outageLifeSuite } from './suites/life'
import { keyboardSuite, tabWalkSuite } from './suites/keyboard'
import { layoutSuite, loadSuite } from './suites/load'
import { manyMembersSuite } from './suites/manyMembers'
import { marketSuite } from './suites/market'
import { memberSuite } from './suites/members'
import { newMemberSuite } from './suites/newMember'
import { noteSuite } from './suites/notes'
import { optimisticNoteSuite } from './suites/optimisticNotes'
import { orderOutageSuite, orderSuite } from './suites/orders'
import { brokenResponseSuite, outageSuite } from './suites/outage'
import { phoneSuite } from './suites/phone'
import { policySuite } from './suites/policy'
import { raceSuite } from './suites/races'
import { renderSuite } from './suites/renders'
import { savingSuite } from './suites/saving'
import { sessionEndSuite, signInSuite } from './suites/signIn'
import { statementSuite } from './suites/statement'
import { triesSuite } from './suites/tries'
import { manyRowsSuite, slowServerSuite, whatHappensSuite } from './suites/whatHappens'

// One file, because each would start a demo and a browser of its own.

/** What the page promises besides the library: its looks, forms, addresses and keys. */
const inExhaustiveRuns = (suites: readonly (() => void)[]): void => {
  if (isExhaustive) for (const suite of suites) suite()
}

// First and alone: it counts what a new database holds.
loadSuite()

// Each of these tests has a page and members of its own, so they may run at once.
describe.concurrent('the demo page', () => {
  memberSuite()
  newMemberSuite()
  noteSuite()
  optimisticNoteSuite()
  raceSuite()
  savingSuite()
  brokenResponseSuite()
  payloadSuite()
  signInSuite()
  statementSuite()
  marketSuite()
  lifeSuite()
  orderSuite()
  renderSuite()
  fitSuite()
  whatHappensSuite()
  inExhaustiveRuns([
    layoutSuite,
    addressSuite,
    formSuite,
    keyboardSuite,
    manyMembersSuite,
    phoneSuite,
    policySuite,
  ])
})

// One after the other, because they keep the processor busy, and would only wait for each other.
inExhaustiveRuns([tabWalkSuite])
accessibilitySuite()

// One after the other, because they close the server for all pages, or end the sessions of all.
triesSuite()
outageSuite()
orderOutageSuite()
outageLifeSuite()
actionsSuite()
inExhaustiveRuns([outageAccessibilitySuite, slowServerSuite, sessionEndSuite, manyRowsSuite])
