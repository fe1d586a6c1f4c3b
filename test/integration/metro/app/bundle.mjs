import { createRequire } from 'node:module'
import metro from 'metro'

// Bundles the app as for a phone, by the field `exports` of packages and, as before React Native 0.79, without it.

const { resolve } = createRequire(import.meta.url)

for (const knowsExports of [true, false]) {
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
    out: knowsExports ? 'exports' : 'fields',
    dev: false,
    minify: false,
    platform: 'ios',
    unstable_transformProfile: 'hermes-stable',
  })
}
