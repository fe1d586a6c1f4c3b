import { spawnSync } from 'node:child_process'
import { rmSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isExhaustive } from '../../support/runs'
import { installPackages } from '../installPackages'

// A package of endpoints that emits declarations, and an app that sees these alone, as in a monorepo.

// The oldest and the newest; `npm run exhaustive` has the one between them, too.
const COMPILERS = {
  '5.9': 'typescript59',
  ...(isExhaustive && { '6': 'typescript' }),
  '7': 'typescript7',
}

let root: string

beforeAll(() => {
  root = installPackages(import.meta.dirname, ['endpoints', 'app'])
  write('endpoints/package.json', { name: '@example/endpoints', types: './dist/index.d.ts' })
  mkdirSync(join(root, 'app/node_modules/@example'))
  symlinkSync(join(root, 'endpoints'), join(root, 'app/node_modules/@example/endpoints'))
})

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

describe.each(Object.entries(COMPILERS))('TypeScript %s', (_, compiler) => {
  it('emits declarations of every kind of endpoint that another package can import', () => {
    rmSync(join(root, 'endpoints/dist'), { recursive: true, force: true })
    expect(compile(compiler, 'endpoints', { declaration: true, outDir: 'dist' })).toBe('')
    expect(compile(compiler, 'app', { noEmit: true })).toBe('')
  })
})

/** What the compiler has to say about a package; nothing if all is well. */
function compile(compiler: string, name: string, options: object): string {
  write(`${name}/tsconfig.json`, {
    compilerOptions: {
      target: 'es2022',
      lib: ['es2023', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      types: [],
      skipLibCheck: true,
      rootDir: '.',
      ...options,
    },
    include: ['*.ts', '*.tsx'],
  })
  const { stdout } = spawnSync(
    process.execPath,
    [`node_modules/${compiler}/bin/tsc`, '-p', join(root, name), '--pretty', 'false'],
    { encoding: 'utf8' },
  )
  return stdout
}

function write(path: string, value: object): void {
  writeFileSync(join(root, path), JSON.stringify(value))
}
