import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

// Weighs the built package as a browser gets it: bundled, minified, gzipped, with Redux Toolkit, react-redux and React
// outside. `budget.json` holds the limit of each import in kB: of some alone, and of those that an app adds to what it has by
// what they add to the smallest one. RTK Query and TanStack Query are weighed in the same way, to compare with.
//
//   node --import tsx test/package/weigh.ts

const OUTSIDE = [
  /^react($|\/)/,
  /^react-dom/,
  /^react-redux/,
  /^@reduxjs\/toolkit$/,
  /^redux$/,
  /^reselect$/,
  // What a manager is given as its storage, or takes by itself: weighed without it.
  /^idb-keyval$/,
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

/** The first code block of README. */
const appOfReadme = /```tsx\n(.*?)```/s.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''

/** What is imported, by the names in `budget.json`. */
const SOURCES: Readonly<Record<string, string>> = {
  'the smallest app': app,
  "README's app": appOfReadme,
  'rtk-rest and rtk-rest/react': `export * from 'rtk-rest'; export * from 'rtk-rest/react'`,
  RestEndpoint: only('RestEndpoint'),
  Entity: only('Entity'),
  Endpoint: only('Endpoint'),
  NetworkError: only('NetworkError'),
}

/** What the smallest app imports besides, by the names in `budget.json`. */
const ADDED: Readonly<Record<string, string>> = {
  '+ optimistic': `export { optimistic } from 'rtk-rest/optimistic'`,
  '+ PollingManager': `export { PollingManager } from 'rtk-rest/polling'`,
  // In production there is nothing of it.
  '+ RestDevtools': `export { RestDevtools } from 'rtk-rest/devtools'`,
  '+ garbage': `export { garbage } from 'rtk-rest/garbage'`,
  '+ hydration': `export { hydration } from 'rtk-rest/hydration'`,
  '+ persistence': `export { persistence } from 'rtk-rest/persistence'`,
  '+ refetchOn': `export { refetchOn } from 'rtk-rest/refetch'`,
  '+ webSocket': `export { webSocket } from 'rtk-rest/streams'`,
  '+ pages': only('pages'),
  '+ serial': only('serial'),
  '+ backoff': only('backoff'),
  '+ envelope': only('envelope'),
  '+ callsWith': only('callsWith'),
  '+ updates': only('updates'),
  '+ LogoutManager': only('LogoutManager'),
  '+ xhrFetch': `export { xhrFetch } from 'rtk-rest/xhr'`,
  '+ progressFetch': `export { progressFetch } from 'rtk-rest/xhr'`,
}

const devtools = `export { RestDevtoolsInProduction } from 'rtk-rest/devtools'`

/** kB of what a browser has to have before the code runs; or of what is loaded later. */
async function weigh(
  source: string,
  outside: readonly RegExp[],
  when: 'first' | 'later' = 'first',
): Promise<number> {
  const entry = '/entry.tsx'
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
        'rtk-rest/devtools': file('devtools/index'),
        'rtk-rest/garbage': file('garbage'),
        'rtk-rest/hydration': file('hydration'),
        'rtk-rest/persistence': file('persistence'),
        'rtk-rest/refetch': file('refetch'),
        'rtk-rest/streams': file('streams'),
        'rtk-rest/optimistic': file('optimistic'),
        'rtk-rest/polling': file('polling'),
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
  const counted = [...chunks.keys()].filter((name) => needed.has(name) === (when === 'first'))
  const code = counted.map((name) => chunks.get(name)?.code ?? '').join('')
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

function note(name: string, weight: number): void {
  const limit = budget[name] ?? 0
  weights.set(name, weight)
  const isLight = weight <= limit
  process.stdout.write(
    `  ${name}: ${weight.toFixed(2)} of ${limit} kB${isLight ? '' : ', too much'}\n`,
  )
  if (!isLight) process.exitCode = 1
}

for (const [name, source] of Object.entries(SOURCES)) note(name, await weigh(source, OUTSIDE))
const smallest = weights.get('the smallest app') ?? 0
for (const [name, source] of Object.entries(ADDED)) {
  note(name, (await weigh(app + source, OUTSIDE)) - smallest)
}
note('+ RestDevtoolsInProduction', (await weigh(app + devtools, OUTSIDE)) - smallest)
note('the panel of the devtools, loaded later', await weigh(app + devtools, OUTSIDE, 'later'))
const others = {
  'RTK Query': await weigh(rtkQueryApp, OUTSIDE_OF_RTK_QUERY),
  'TanStack Query': await weigh(tanStackApp, OUTSIDE),
}
for (const [name, weight] of Object.entries(others)) {
  process.stdout.write(`  ${name}, the same app: ${weight.toFixed(2)} kB\n`)
}

// README has the weights: of apps as whole kB, and of what an app adds to one decimal, where some hundredths may have changed.
const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')

function expectInReadme(text: string, pattern: RegExp, weight: number, most: number): void {
  const written = Number(pattern.exec(readme)?.[1] ?? NaN)
  if (Math.abs(written - weight) <= most) return
  process.stdout.write(`  README.md: ${text} is ${weight.toFixed(2)} kB\n`)
  process.exitCode = 1
}

const whole = [smallest, ...Object.values(others)].map((weight) => `${Math.round(weight)} kB`)
if (!readme.includes(`| ${whole.join(' | ')} |`)) {
  process.stdout.write(`  README.md lacks the weights ${whole.join(' | ')}\n`)
  process.exitCode = 1
}
expectInReadme('its app', /the app above weighs (\d+) kB/, weights.get("README's app") ?? 0, 0.6)
for (const name of Object.keys(ADDED)) {
  const row = new RegExp(`\\| \`${name.slice(2)}\`[^|]*\\| ([\\d.]+) kB \\|`)
  expectInReadme(name, row, weights.get(name) ?? 0, 0.06)
}
