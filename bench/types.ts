import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'

// How much longer the compiler takes for a file of 300 endpoints than for an empty one: `node --import tsx bench/types.ts`.

const COUNT = 300
const TARGET_MS = 3_000
const RUNS = 5
const FOLDER = 'node_modules/.cache/bench-types'

const IMPORTS = `
import { Collection, Entity, Invalidate, pages, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
export class Api<O extends RestGenerics = any> extends RestEndpoint<O> {}
`

const shapes: readonly ((index: number) => string)[] = [
  (n) => `
export const get${n} = new RestEndpoint({ path: '/a${n}/:group/items/:id{/:tab}', schema: E${n} })
export const used${n} = () => useSuspense(get${n}, { group: 'g', id: ${n} }).name`,
  (n) => `
export const list${n} = new Api({
  path: '/b${n}/:group', schema: new Collection([E${n}]), searchParams: {} as { q?: string }, paginationField: [pages, 'page'],
})
export const create${n} = list${n}.push
export const created${n} = create${n}({ group: 'g' }, { name: 'x' })
export const page${n} = list${n}.getPage({ group: 'g', page: ${n} })`,
  (n) => `
export const update${n} = new RestEndpoint({
  path: '/c${n}/:id', method: 'PUT', body: {} as { name: string }, schema: E${n},
  getOptimisticResponse: (_snap, { id }, body) => ({ id, ...body }),
})
export const renamed${n} = update${n}.extend({ path: '/d${n}/:id', process: (value: { name: string }) => value.name })
export const sent${n} = renamed${n}({ id: ${n} }, { name: 'x' })`,
  (n) => `
export const Resource${n} = resource({ path: '/e${n}/:id', schema: E${n} })
  .extend('deleteMany', { path: '/e${n}', method: 'DELETE', body: [] as string[], schema: [new Invalidate(E${n})] })
  .extend({ get: { searchParams: {} as { full?: boolean } } })
  .extend((base) => ({ current: base.get.extend({ path: '/e${n}/current' }) }))
export const gone${n}s = Resource${n}.deleteMany(['${n}'])
export const gone${n} = new RestEndpoint({ path: '/f${n}/:id', method: 'DELETE', schema: new Invalidate(E${n}) })
export const all${n} = () => useSuspense(Resource${n}.getList).map(({ name }) => name)`,
]

function endpoint(index: number): string {
  const entity = `
export class E${index} extends Entity { id = ''; name = ''; static override key = 'E${index}' }`
  return entity + (shapes[index % shapes.length]?.(index) ?? '')
}

/** The time of one compilation in ms: the best of several, as everything else that a machine does only adds to it. */
function compile(name: string, text: string): number {
  const folder = join(FOLDER, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'file.ts'), IMPORTS + text)
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: { noUnusedLocals: false },
    include: ['file.ts', resolve('src/env.d.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return Math.min(...Array.from({ length: RUNS }, () => time(folder)))
}

function time(folder: string): number {
  const started = performance.now()
  const args = ['node_modules/typescript7/bin/tsc', '-p', folder]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stdout)
  return performance.now() - started
}

const empty = compile('empty', '')
const full = compile('full', Array.from({ length: COUNT }, (_, index) => endpoint(index)).join(''))
rmSync(FOLDER, { recursive: true })

const more = full - empty
process.stdout.write(
  `type check of ${COUNT} endpoints: ${full.toFixed(0)} ms, ${more.toFixed(0)} ms more than an empty file ` +
    `(target: under ${TARGET_MS} ms) on ${cpus()[0]?.model.trim() ?? 'an unknown processor'}\n`,
)
process.exitCode = more < TARGET_MS ? 0 : 1
