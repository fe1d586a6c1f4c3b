import { createRequire } from 'node:module'
import metro from 'metro'

// Bundles the app as for a phone: by the field `exports` of packages, in development and for production, and without the
// field, as before React Native 0.79.

const { resolve } = createRequire(import.meta.url)

const BUILDS = [
  { out: 'development', knowsExports: true, dev: true },
  { out: 'exports', knowsExports: true, dev: false },
  { out: 'fields', knowsExports: false, dev: false },
]

for (const { out, knowsExports, dev } of BUILDS) {
  const defaults = await metro.loadConfig({ cwd: import.meta.dirname })
  const config = metro.mergeConfig(defaults, {
    maxWorkers: 1,
    cacheStores: [],
    resolver: {
      unstable_enablePackageExports: knowsExports,
      unstable_conditionNames: ['react-native', 'require'],
      resolverMainFields: ['react-native', 'browser', 'main'],
    },
    transformer: { babelTransformerPath: resolve('@react-native/metro-babel-transformer') },
  })
  await metro.runBuild(config, {
    entry: 'entry.js',
    out,
    dev,
    minify: false,
    platform: 'ios',
    unstable_transformProfile: 'hermes-stable',
  })
}
