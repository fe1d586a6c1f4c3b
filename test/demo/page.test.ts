import { describe } from 'vitest'
import { accessibilitySuite, outageAccessibilitySuite } from './suites/accessibility'
import { actionsSuite, payloadSuite } from './suites/actions'
import { addressSuite } from './suites/address'
import { formSuite } from './suites/forms'
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
import { savingSuite } from './suites/saving'
import { sessionEndSuite, signInSuite } from './suites/signIn'
import { statementSuite } from './suites/statement'
import { manyRowsSuite, slowServerSuite, whatHappensSuite } from './suites/whatHappens'

// One file, because each would start a demo and a browser of its own.

// First and alone: it counts what a new database holds.
loadSuite()

// Each of these tests has a page and members of its own, so they may run at once.
describe.concurrent('the demo page', () => {
  layoutSuite()
  addressSuite()
  memberSuite()
  newMemberSuite()
  formSuite()
  noteSuite()
  optimisticNoteSuite()
  raceSuite()
  savingSuite()
  keyboardSuite()
  brokenResponseSuite()
  payloadSuite()
  signInSuite()
  statementSuite()
  manyMembersSuite()
  marketSuite()
  orderSuite()
  phoneSuite()
  policySuite()
  whatHappensSuite()
})

// One after the other, because they keep the processor busy, and would only wait for each other.
tabWalkSuite()
accessibilitySuite()

// One after the other, because they close the server for all pages, or end the sessions of all.
outageSuite()
outageAccessibilitySuite()
slowServerSuite()
orderOutageSuite()
sessionEndSuite()
actionsSuite()
manyRowsSuite()
