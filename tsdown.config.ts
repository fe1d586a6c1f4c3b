import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/react/index.ts', 'src/testing/index.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  // One module a source module, so that an app takes what it imports and no more.
  unbundle: true,
  // They are modules alone, which `require` and Jest cannot load.
  deps: { alwaysBundle: ['p-retry', 'is-network-error'] },
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: false,
  outputOptions: (options) => ({
    ...options,
    exports: 'named',
    entryFileNames: (chunk) => {
      const { entryFileNames } = options
      // npm leaves folders of this name out of a package.
      const name = chunk.name.replace(/^.*node_modules\//, 'vendor/')
      const pattern =
        typeof entryFileNames === 'function' ? entryFileNames({ ...chunk, name }) : entryFileNames
      return (pattern ?? '[name].js').replace('[name]', name)
    },
  }),
})
