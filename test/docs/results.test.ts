import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Results } from '../../bench/measure'
import type { Machine } from '../../bench/report/machine'
import { toMarkdown } from '../../bench/report/markdown'
import { judge } from '../../bench/targets'

it('bench/RESULTS.md contains the last measurements, and the current text of notes.md', () => {
  const results = JSON.parse(readFileSync('bench/results.json', 'utf8')) as Results & {
    machine: Machine
  }
  const notes = readFileSync('bench/notes.md', 'utf8')
  const written = toMarkdown(results, judge(results), results.machine, notes)
  expect(readFileSync('bench/RESULTS.md', 'utf8'), 'npm run bench -- --report').toBe(written)
})
