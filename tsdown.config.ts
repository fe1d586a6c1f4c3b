import { defineConfig } from 'tsdown'

/** Has a compiler that reads `rtk-rest` know what `rtk-rest/types` names, so that the declarations which it emits may name it. */
const FOOTERS: Readonly<Record<string, string>> = {
  'index.d.ts': "export {} from './types.js'",
  'index.d.cts': "export {} from './types.cjs'",
}

const footerOf = ({ fileName }: { readonly fileName: string }): string => FOOTERS[fileName] ?? ''

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/dataClient.ts',
    'src/devtools/index.ts',
    'src/garbage.ts',
    'src/hydration.ts',
    'src/persistence.ts',
    'src/refetch.ts',
    'src/streams.ts',
    'src/optimistic.ts',
    'src/polling.ts',
    'src/react/index.ts',
    'src/testing/index.ts',
    'src/types.ts',
    'src/xhr/index.ts',
  ],
  format: ['esm', 'cjs'],
  dts: true,
  // One module a source module, so that an app takes what it imports and no more.
  unbundle: true,
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: false,
  outputOptions: (options) => ({ ...options, exports: 'named', footer: footerOf }),
})
