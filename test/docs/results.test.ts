import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Results } from '../../bench/measure'
import type { Machine } from '../../bench/report/machine'
import { toMarkdown } from '../../bench/report/markdown'
import { judge } from '../../bench/targets'

const results = JSON.parse(readFileSync('bench/results.json', 'utf8')) as Results & {
  machine: Machine
}

it('bench/RESULTS.md contains the last measurements, and the current text of notes.md', () => {
  const notes = readFileSync('bench/notes.md', 'utf8')
  const written = toMarkdown(results, judge(results), results.machine, notes)
  expect(readFileSync('bench/RESULTS.md', 'utf8'), 'npm run bench -- --report').toBe(written)
})

it.each([
  ['P5', 'update one of 10,000, read the list'],
  ['P7', 'put one on a list of 10,000, read it'],
  ['P8', 'change one of 10,000 optimistically, roll back'],
])('README.md compares the times of %s as they were measured last', (id, work) => {
  const row = results.rows.find(
    ({ target, size, shape }) => target === id && size === 10_000 && shape === 'issues',
  )
  const times = ['rtk-rest', 'RTK Query', 'TanStack Query', 'data-client'].map((library) => {
    return `${Number(row?.cells[library]?.ms?.toPrecision(2))} ms`
  })
  const lines = readFileSync('README.md', 'utf8').split('\n')
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  const written = cells.find(([, first]) => first === work)?.slice(2, -1)
  expect(written?.filter((cell) => cell !== '–')).toEqual(times)
})
