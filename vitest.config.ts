import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { nativeGlobals } from './test/integration/reactNative/nativeGlobals.ts'
import { LongestFirst } from './test/support/LongestFirst.ts'
import { TimesReporter } from './test/support/TimesReporter.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Tests import the library by its public names, so the same suites can run on the built package.
const alias = {
  'rtk-rest/data-client': at('src/dataClient.ts'),
  'rtk-rest/devtools': at('src/devtools/index.ts'),
  'rtk-rest/garbage': at('src/garbage.ts'),
  'rtk-rest/hydration': at('src/hydration.ts'),
  'rtk-rest/persistence': at('src/persistence.ts'),
  'rtk-rest/refetch': at('src/refetch.ts'),
  'rtk-rest/streams': at('src/streams.ts'),
  'rtk-rest/optimistic': at('src/optimistic.ts'),
  'rtk-rest/polling': at('src/polling.ts'),
  'rtk-rest/react': at('src/react/index.ts'),
  'rtk-rest/testing': at('src/testing/index.ts'),
  'rtk-rest/types': at('src/types.ts'),
  'rtk-rest/xhr': at('src/xhr/index.ts'),
  // The build that the bench compares with, if one is given; the report needs its name alone.
  'rtk-rest-against/optimistic': at('src/optimistic.ts'),
  'rtk-rest-against': at('src/index.ts'),
  'rtk-rest': at('src/index.ts'),
}
const builtAlias = {
  'rtk-rest/data-client': at('dist/dataClient.js'),
  'rtk-rest/devtools': at('dist/devtools/index.js'),
  'rtk-rest/garbage': at('dist/garbage.js'),
  'rtk-rest/hydration': at('dist/hydration.js'),
  'rtk-rest/persistence': at('dist/persistence.js'),
  'rtk-rest/refetch': at('dist/refetch.js'),
  'rtk-rest/streams': at('dist/streams.js'),
  'rtk-rest/optimistic': at('dist/optimistic.js'),
  'rtk-rest/polling': at('dist/polling.js'),
  'rtk-rest/react': at('dist/react/index.js'),
  'rtk-rest/testing': at('dist/testing/index.js'),
  'rtk-rest/types': at('dist/types.js'),
  'rtk-rest/xhr': at('dist/xhr/index.js'),
  'rtk-rest': at('dist/index.js'),
}

const react18 = [
  { find: /^react($|\/)/, replacement: 'react-18$1' },
  { find: /^react-dom($|\/)/, replacement: 'react-dom-18$1' },
]

// These replace modules, or set up a server where they are imported: each needs modules of its own.
const isolated = ['test/docs/**/*.test.ts']

// `npm run exhaustive` sets it: all that `npm test` does a part of.
const isExhaustive = process.env['RTK_REST_EXHAUSTIVE'] !== undefined

// On the built package: of each room what goes through all of it, where it needs no internals.
const built = isExhaustive
  ? [
      'test/store/**/!(waitingReaders).test.ts',
      'test/schema/**/*.test.ts',
      'test/endpoint/pipeline.test.ts',
    ]
  : [
      'test/endpoint/pipeline.test.ts',
      'test/schema/{all,collection,entity,entityNesting,query,semantics,union}.test.ts',
      'test/store/{fetch,freshness,model,mutations,retention,slice,writes}.test.ts',
    ]
// On copies of every state, where notes beside a state are lost: of our part alone, and of its tables too.
const copied = ['test/store/{model,sameReference,indexes}.test.ts', 'test/schema/**/*.test.ts']
const hooks = ['test/react/hooks.test.tsx']

// With another React: what suspends, renders twice or in the background, unmounts, or is caught by a boundary.
const react18Suites = isExhaustive
  ? ['test/{react,races,integration/hydration}/**/*.test.tsx']
  : [
      'test/react/{ErrorBoundary,aborts,deletedRows,hooks,importedState,leftWhileSuspended,live}.test.tsx',
      'test/react/{observersHistory,pendingWork,refetch,summaries,useDLE,useDebounce,useLoading}.test.tsx',
      'test/react/{useMutation,useMutationDebounce,useSuspense,version}.test.tsx',
      'test/races/{aborts,changedBeforeMount,changedWhileLoading,dispose}.test.tsx',
      'test/races/{notifications,refetchBrake,releasedByData,rendering,suspendedLong}.test.tsx',
      'test/integration/hydration/hydration.test.tsx',
    ]

// With the globals of React Native: what sends requests, or makes their addresses and bodies.
const nativeSuites = isExhaustive
  ? ['test/endpoint/**/*.test.ts']
  : [
      'test/endpoint/{NetworkError,badResponses,bodies,content,deleteResponses,errorData}.test.ts',
      'test/endpoint/{hosts,keys,longTexts,parseResponse,pathTemplate,paths,pipeline}.test.ts',
      'test/endpoint/{requestInit,responseSteps,retry,searchParams,timeout}.test.ts',
      'test/endpoint/{uploadProgress,validateStatus,validation}.test.ts',
    ]

// As a production build, where advice and most checks are left out: what protects stores and requests has to be there.
const production = [
  'test/errors/production.test.ts',
  'test/store/{badResponses,binaries,deletes,sharedLists,slice}.test.ts',
  'test/store/{storedAsItComes,throwingCode}.test.ts',
  'test/endpoint/{longTexts,overrides,pipeline,requestInit}.test.ts',
]

/** Suites that run once more in another way; properties are tried less often there. */
const again = (
  name: string,
  include: readonly string[],
  env: Readonly<Record<string, string>>,
  aliases: Readonly<Record<string, string>> = {},
): TestProjectInlineConfiguration[] => {
  const project = {
    extends: true as const,
    resolve: { alias: aliases },
  }
  const setup = ['test/support/setup.ts']
  const common = { env: { RTK_REST_RUNS: '200', ...env }, exclude: isolated }
  return [
    { ...project, test: { ...common, name, include: [...include], setupFiles: setup } },
    {
      ...project,
      test: {
        ...common,
        name: `${name} react`,
        environment: 'happy-dom',
        provide: { react: '19' },
        include: hooks,
        setupFiles: [...setup, 'test/support/setupReact.ts'],
      },
    },
  ]
}

// After a build only: `npm test` and `npm run exhaustive` say so.
const ofBuild =
  process.env['RTK_REST_BUILT'] === undefined ? [] : again('built', built, {}, builtAlias)
// With the oldest Redux Toolkit that `peerDependencies` allow.
const ofOldest = again('oldest', built, {}, { '@reduxjs/toolkit': 'redux-toolkit-2.0' })
const ofCopies = isExhaustive
  ? [
      ...again('copied slice', copied, { RTK_REST_COPIES: 'slice' }),
      ...again('copied tables', copied, { RTK_REST_COPIES: 'tables' }),
    ]
  : []

const panelHook = 'test/devtools/support/installHook.ts'
const panelSuites = ['test/{devtools,demo/panel}/**/*.test.tsx']
const reactSetup = ['test/support/setup.ts', 'test/support/setupReact.ts']

const panelOf18: TestProjectInlineConfiguration[] = isExhaustive
  ? [
      {
        extends: true,
        resolve: { alias: react18 },
        test: {
          name: 'panel18',
          isolate: true,
          environment: 'happy-dom',
          provide: { react: '18' },
          include: panelSuites,
          setupFiles: [panelHook, 'test/support/requireReact18.ts', ...reactSetup],
          sequence: { setupFiles: 'list' },
          server: { deps: { inline: ['bippy', 'react-redux'] } },
        },
      },
    ]
  : []

// What waits for a condition waits for as long as a busy machine needs.
const testTimeout = isExhaustive ? 3_600_000 : 900_000
const longestPoll = 100_000

export default defineConfig({
  resolve: { alias },
  test: {
    pool: 'threads',
    isolate: false,
    // One more than processors: much of what runs waits for a browser, a server or a build.
    maxWorkers: 3,
    testTimeout,
    hookTimeout: testTimeout,
    expect: { poll: { timeout: longestPoll } },
    reporters: ['default', 'json', new TimesReporter(at('node_modules/.cache/times.json'))],
    sequence: { sequencer: LongestFirst },
    outputFile: { json: at('node_modules/.cache/vitest.json') },
    projects: [
      ...ofBuild,
      ...ofOldest,
      ...ofCopies,
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/demo/**',
            'test/browser/**',
            'test/conduit/**',
            'test/errors/production.test.ts',
            'test/package/**',
            'test/integration/reactNative/**',
            ...isolated,
          ],
          setupFiles: ['test/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'production',
          env: { NODE_ENV: 'production' },
          include: production,
          setupFiles: ['test/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          isolate: true,
          include: isolated,
          setupFiles: ['test/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'react',
          environment: 'happy-dom',
          provide: { react: '19' },
          include: ['test/**/*.test.tsx'],
          exclude: [
            'test/{simulator,worlds}/**',
            'test/docs/**',
            'test/demo/**',
            'test/devtools/**',
          ],
          setupFiles: ['test/support/setup.ts', 'test/support/setupReact.ts'],
        },
      },
      // The devtools, with what the demo adds: it counts components by a hook that is there before React DOM.
      {
        extends: true,
        test: {
          name: 'panel',
          isolate: true,
          environment: 'happy-dom',
          provide: { react: '19' },
          include: panelSuites,
          setupFiles: [panelHook, ...reactSetup],
          sequence: { setupFiles: 'list' },
        },
      },
      ...panelOf18,
      {
        extends: true,
        test: {
          name: 'docs',
          isolate: true,
          environment: 'happy-dom',
          provide: { react: '19' },
          include: ['test/docs/**/*.test.tsx'],
          setupFiles: ['test/support/setup.ts', 'test/support/setupReact.ts'],
        },
      },
      {
        extends: true,
        resolve: { alias: react18 },
        test: {
          name: 'react18',
          environment: 'happy-dom',
          provide: { react: '18' },
          include: react18Suites,
          exclude: ['test/react/react19/**'],
          setupFiles: [
            'test/support/requireReact18.ts',
            'test/support/setup.ts',
            'test/support/setupReact.ts',
          ],
          sequence: { setupFiles: 'list' },
          // React Redux is a module and imports React itself.
          server: { deps: { inline: ['react-redux'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'simulator',
          // Its timers are there before React is loaded, which captures them.
          environment: at('test/simulator/environment.config.ts'),
          include: ['test/simulator/**/*.test.tsx'],
          setupFiles: ['test/support/setup.ts'],
        },
      },
      {
        extends: true,
        resolve: { alias: react18 },
        test: {
          name: 'simulator18',
          environment: at('test/simulator/environment.config.ts'),
          include: ['test/simulator/**/*.test.tsx'],
          setupFiles: ['test/support/requireReact18.ts', 'test/support/setup.ts'],
          sequence: { setupFiles: 'list' },
          server: { deps: { inline: ['react-redux'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'worlds',
          // Node's own `fetch`; requests go to a server of their own, and console messages are not looked at.
          environment: at('test/simulator/environment.config.ts'),
          include: ['test/worlds/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        resolve: { alias: react18 },
        test: {
          name: 'worlds18',
          environment: at('test/simulator/environment.config.ts'),
          include: ['test/worlds/**/*.test.tsx'],
          setupFiles: ['test/support/requireReact18.ts'],
          server: { deps: { inline: ['react-redux'] } },
        },
      },
      {
        extends: true,
        plugins: [nativeGlobals()],
        test: {
          name: 'reactNative',
          // Properties are tried less often there.
          env: { RTK_REST_RUNS: '200' },
          include: [...nativeSuites, 'test/integration/reactNative/**/*.test.ts'],
          exclude: isolated,
          setupFiles: [
            'test/support/setup.ts',
            'test/integration/reactNative/setup.ts',
            'test/integration/reactNative/withoutMethods.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['test/**/*.test-d.{ts,tsx}'],
            checker: at('node_modules/typescript7/bin/tsc'),
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'demo',
          pool: 'forks',
          isolate: true,
          include: ['test/{demo,browser,conduit}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          pool: 'forks',
          isolate: true,
          include: ['test/package/**/*.test.ts'],
        },
      },
    ],
  },
})
