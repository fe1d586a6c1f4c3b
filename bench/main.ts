import { configureStore } from '@reduxjs/toolkit'
import { createRest } from 'rtk-rest'
import { Bench } from 'tinybench'
import { getIssues, Issue, makeIssues } from './issues'

// Times drift from machine to machine; what counts is the last column, in JSON.parse of the same payload.
// Development checks are switched off, as a build for production does.

const sizes = process.argv.includes('--quick') ? [1_000] : [1_000, 10_000]

const json = { 'content-type': 'application/json' }

for (const size of sizes) await measure(size)

async function measure(size: number): Promise<void> {
  const payload = JSON.stringify(makeIssues(size))
  const { store, rest, fetchList } = createWorld(payload)
  await fetchList()
  const read = () => rest.selectors.selectData(store.getState(), getIssues)
  const first = read()?.[0] as Issue
  let turn = 0
  const bench = new Bench({ time: 400, warmupTime: 100 })
  bench
    .add('JSON.parse', () => JSON.parse(payload) as unknown)
    .add('write the list into an empty store, read', async () => {
      const fresh = createWorld(payload)
      await fresh.fetchList()
    })
    .add('write the same list again, read', fetchList)
    .add('read again, nothing changed', read)
    .add('update one, read the list', () => {
      store.dispatch(rest.set(Issue, { id: first.id }, { id: first.id, title: `turn ${++turn}` }))
      read()
    })
  await bench.run()
  report(size, bench)
}

function createWorld(payload: string) {
  const rest = createRest({ fetchFn: async () => new Response(payload, { headers: json }) })
  const store = configureStore({
    reducer: { rest: rest.reducer },
    devTools: false,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ immutableCheck: false, serializableCheck: false }).concat(
        rest.middleware,
      ),
  })
  return { rest, store, fetchList: () => store.dispatch(rest.fetch(getIssues)).unwrap() }
}

function report(size: number, bench: Bench): void {
  const medians = bench.tasks.map(({ name, result }) => ({ name, ms: medianOf(result) }))
  const parse = medians[0]?.ms ?? Number.NaN
  console.log(`\n${size} issues`)
  console.table(
    medians.map(({ name, ms }) => ({
      work: name,
      ms: Number(ms.toPrecision(3)),
      '× JSON.parse': Number((ms / parse).toPrecision(3)),
    })),
  )
}

function medianOf(result: Bench['tasks'][number]['result']): number {
  return 'latency' in result ? result.latency.p50 : Number.NaN
}
