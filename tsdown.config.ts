import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/react/index.ts', 'src/testing/index.ts', 'src/xhr/index.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  // One module a source module, so that an app takes what it imports and no more.
  unbundle: true,
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: false,
  outputOptions: (options) => ({ ...options, exports: 'named' }),
})
