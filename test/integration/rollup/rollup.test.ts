// @vitest-environment node
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { type OutputChunk, rollup, type RollupLog } from 'rollup'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendJson, startServer } from '../../endpoint/startServer'

const run = promisify(execFile)
const api = startServer()
let folder: string
let chunks: readonly OutputChunk[]
const warnings: RollupLog[] = []

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rtk-rest-rollup-')))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  if (!existsSync('dist/index.js')) await run('npm', ['run', 'build'])
  const bundle = await rollup({
    input: join(import.meta.dirname, 'app.js'),
    plugins: [nodeResolve({ exportConditions: ['node'] }), commonjs()],
    onwarn: (warning) => void warnings.push(warning),
  })
  const { output } = await bundle.write({ dir: folder, format: 'es' })
  chunks = output.filter((it) => it.type === 'chunk')
  await bundle.close()
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('Rollup bundles the built package with no warning except about directives', () => {
  const [modules, path] = [
    chunks.flatMap(({ moduleIds }) => moduleIds),
    join(process.cwd(), 'dist'),
  ]
  expect(modules).toContain(join(path, 'store/createRest.js'))
  const ours = warnings.filter(({ id }) => id?.startsWith(path))
  expect(ours.map(({ code }) => code)).toEqual(['MODULE_LEVEL_DIRECTIVE'])
  expect(warnings.map(({ code }) => code)).not.toContain('UNRESOLVED_IMPORT')
})

it('Rollup creates one chunk, which retries a failed request', async () => {
  let count = 0
  api.respond((_, response) => {
    if (++count < 3) sendJson(response, {}, 503)
    else sendJson(response, [{ id: '1', name: 'Ada' }])
  })
  expect(chunks).toHaveLength(1)
  const { stdout } = await run(process.execPath, [join(folder, 'app.js'), api.url])
  expect(stdout).toContain('<li>Ada</li>')
  expect(api.requests).toHaveLength(3)
})
