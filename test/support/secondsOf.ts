/** Files that take long, in seconds of a processor. */
const LONG: Readonly<Record<string, number>> = {
  'test/api/pages.test.ts': 15,
  'test/browser/site.test.ts': 45,
  'test/demo/attempts.test.ts': 9,
  'test/demo/marketApi.test.ts': 4,
  'test/demo/ordersApi.test.ts': 4,
  'test/demo/page.test.ts': 150,
  'test/demo/process.test.ts': 20,
  'test/demo/requests.test.ts': 5,
  'test/demo/server.test.ts': 5,
  'test/demo/signedIn.test.ts': 5,
  'test/endpoint/pathTemplate.test.ts': 4,
  'test/hostile/states.test.ts': 4,
  'test/integration/declarations/declarations.test.ts': 25,
  'test/integration/rollup/rollup.test.ts': 10,
  'test/normalize/invalidRules.test.ts': 2,
  'test/normalize/roundTrip.test.ts': 4,
  'test/optimistic/createdHistories.test.ts': 3,
  'test/optimistic/histories.test.ts': 2,
  'test/order/histories.test.ts': 20,
  'test/order/historiesOfThree1.test.ts': 9,
  'test/order/historiesOfThree2.test.ts': 9,
  'test/order/optimisticHistories.test.ts': 35,
  'test/order/optimisticHistoriesOfThree.test.ts': 10,
  'test/order/pairs.test.ts': 3,
  'test/races/changedWhileLoading.test.tsx': 8,
  'test/races/manyPushes.test.ts': 12,
  'test/races/sameDataAgain.test.tsx': 6,
  'test/react/observersHistory.test.tsx': 4,
  'test/react/soak.test.tsx': 2,
  'test/react/useSuspense.test.tsx': 5,
  'test/simulator/inProcess.test.ts': 60,
  'test/simulator/mounted.test.tsx': 6,
  'test/simulator/overHttp.test.ts': 5,
  'test/store/memoHistory.test.ts': 4,
  'test/store/model.test.ts': 3,
  'test/store/responsesOfAnySchema.test.ts': 3,
  'test/types/members.test.ts': 3,
  'test/types/messages.test.ts': 4,
  'test/words.test.ts': 3,
}

/** Of any other file. */
const USUAL = 0.4

/** About how long a test file takes on an idle machine, with what it imports. */
export function secondsOf(file: string): number {
  return LONG[file] ?? USUAL
}
