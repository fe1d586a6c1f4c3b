import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { nativeGlobals } from './test/integration/reactNative/nativeGlobals'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Tests import the library by its public names, so the same suites can run on the built package.
const entry = (name: string) =>
  process.env['RTK_REST_DIST'] ? at(`dist/${name}/index.js`) : at(`src/${name}/index.ts`)

const alias = {
  'rtk-rest/react': entry('react'),
  'rtk-rest/testing': entry('testing'),
  // What the bench compares with where it is told to; the report needs its name alone.
  'rtk-rest-against': at('src/index.ts'),
  'rtk-rest': process.env['RTK_REST_DIST'] ? at('dist/index.js') : at('src/index.ts'),
}

const react18 = [
  { find: /^react($|\/)/, replacement: 'react-18$1' },
  { find: /^react-dom($|\/)/, replacement: 'react-dom-18$1' },
]

// These replace modules, or set up a server where they are imported: each needs modules of its own.
const isolated = [
  'test/docs/**/*.test.ts',
  'test/races/manyPushes.test.ts',
  'test/endpoint/retryNotLoaded.test.ts',
]

// What waits for a condition waits for as long as a busy machine needs.
const testTimeout = 120_000

export default defineConfig({
  resolve: { alias },
  test: {
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    testTimeout,
    hookTimeout: testTimeout,
    reporters: ['default', 'json'],
    outputFile: { json: at('node_modules/.cache/vitest.json') },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/demo/**',
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
          exclude: ['test/simulator/**', 'test/docs/**'],
          setupFiles: ['test/support/setup.ts', 'test/support/setupReact.ts'],
        },
      },
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
          include: ['test/{react,races}/**/*.test.tsx'],
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
        plugins: [nativeGlobals()],
        test: {
          name: 'reactNative',
          include: ['test/{endpoint,integration/reactNative}/**/*.test.ts'],
          // There are no streams, by which progress is seen.
          exclude: ['test/endpoint/progress.test.ts', ...isolated],
          setupFiles: [
            'test/support/setup.ts',
            'test/integration/reactNative/setup.ts',
            'test/integration/reactNative/withoutMethods.ts',
          ],
          // So that they get the globals of React Native too.
          server: { deps: { inline: ['p-retry', 'is-network-error'] } },
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
          include: ['test/demo/**/*.test.ts'],
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
