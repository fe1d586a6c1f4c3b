import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

// Weighs the built package as a browser gets it: bundled, minified, gzipped, with Redux Toolkit, react-redux and React
// outside. `budget.json` holds the limit of each import in kB; RTK Query and TanStack Query are weighed in
// the same way, to compare with.
//
//   node --import tsx test/package/weigh.ts

const OUTSIDE = [
  /^react($|\/)/,
  /^react-dom/,
  /^react-redux/,
  /^@reduxjs\/toolkit$/,
  /^redux$/,
  /^reselect$/,
]
const OUTSIDE_OF_RTK_QUERY = [...OUTSIDE, /^immer$/, /^@standard-schema/]

const app = `
  import { configureStore } from '@reduxjs/toolkit'
  import { createRest, Entity, resource } from 'rtk-rest'
  import { useSuspense } from 'rtk-rest/react'
  export class Todo extends Entity { id = ''; title = '' }
  export const TodoResource = resource({ path: '/todos/:id', schema: Todo })
  export const rest = createRest()
  export const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (defaults) => defaults().concat(rest.middleware),
  })
  export const useTodos = () => useSuspense(TodoResource.getList)
`
const rtkQueryApp = `
  import { configureStore } from '@reduxjs/toolkit'
  import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react'
  export const api = createApi({
    baseQuery: fetchBaseQuery({ baseUrl: '/' }),
    tagTypes: ['Todo'],
    endpoints: (make) => ({ getTodos: make.query({ query: () => 'todos', providesTags: ['Todo'] }) }),
  })
  export const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  export const { useGetTodosQuery } = api
`
const tanStackApp = `
  import { QueryClient, QueryClientProvider, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
  export { QueryClientProvider }
  export const client = new QueryClient()
  const todos = queryOptions({ queryKey: ['todos'], queryFn: () => fetch('/todos').then((it) => it.json()) })
  export const useTodos = () => useSuspenseQuery(todos)
`
const only = (name: string): string => `export { ${name} } from 'rtk-rest'`

/** What is imported, by the names in `budget.json`. */
const SOURCES: Readonly<Record<string, string>> = {
  'the smallest app': app,
  'rtk-rest and rtk-rest/react': `export * from 'rtk-rest'; export * from 'rtk-rest/react'`,
  RestEndpoint: only('RestEndpoint'),
  Entity: only('Entity'),
  Endpoint: only('Endpoint'),
  NetworkError: only('NetworkError'),
  xhrFetch: `export { xhrFetch } from 'rtk-rest/xhr'`,
  progressFetch: `export { progressFetch } from 'rtk-rest/xhr'`,
}

/** kB of what a browser has to have before the code runs; what is loaded later is not counted. */
async function weigh(source: string, outside: readonly RegExp[]): Promise<number> {
  const entry = '\0entry'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    resolve: {
      alias: {
        'rtk-rest/react': file('react/index'),
        'rtk-rest/xhr': file('xhr/index'),
        'rtk-rest': file('index'),
      },
    },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: 'entry',
        external: [...outside],
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  })
  const { output } = result as { output: readonly Chunk[] }
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set<string>()
  const add = (name: string): void => {
    if (needed.has(name) || !chunks.has(name)) return
    needed.add(name)
    for (const next of chunks.get(name)?.imports ?? []) add(next)
  }
  for (const { isEntry, fileName } of output) if (isEntry === true) add(fileName)
  const code = [...needed].map((name) => chunks.get(name)?.code ?? '').join('')
  return gzipSync(code, { level: 9 }).length / 1000
}

interface Chunk {
  readonly fileName: string
  readonly isEntry?: boolean
  readonly code?: string
  readonly imports?: readonly string[]
}

function file(name: string): string {
  return new URL(`../../dist/${name}.js`, import.meta.url).pathname
}

const budget = JSON.parse(
  readFileSync(new URL('budget.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, number>>

const weights = new Map<string, number>()
for (const [name, source] of Object.entries(SOURCES)) {
  const limit = budget[name] ?? 0
  const weight = await weigh(source, OUTSIDE)
  weights.set(name, weight)
  const isLight = weight <= limit
  process.stdout.write(
    `  ${name}: ${weight.toFixed(2)} of ${limit} kB${isLight ? '' : ', too much'}\n`,
  )
  if (!isLight) process.exitCode = 1
}
const others = {
  'RTK Query': await weigh(rtkQueryApp, OUTSIDE_OF_RTK_QUERY),
  'TanStack Query': await weigh(tanStackApp, OUTSIDE),
}
for (const [name, weight] of Object.entries(others)) {
  process.stdout.write(`  ${name}, the same app: ${weight.toFixed(2)} kB\n`)
}

/** README compares the weights, as whole kB. */
const row = [weights.get('the smallest app'), ...Object.values(others)]
  .map((weight = 0) => `${Math.round(weight)} kB`)
  .join(' +\\| ')
if (!new RegExp(`\\| ${row} +\\|`).test(readFileSync('README.md', 'utf8'))) {
  process.stdout.write(`  README.md lacks the weights ${row}\n`)
  process.exitCode = 1
}
