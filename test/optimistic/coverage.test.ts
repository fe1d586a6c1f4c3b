import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The rows of the tables: what is here, and the file and the title of the test that shows it. */
const rows = [
  ...readFileSync('test/optimistic/COVERAGE.md', 'utf8').matchAll(
    /^\| .*? +\| (.*?) +\| `(.*?)` +\| (.*?) *\|$/gm,
  ),
].map(([, here = '', file = '', title = '']) => ({ here, file, title }))

/** Whether a title is that of a test, and neither of one that is left out nor a comment. */
function hasTest(source: string, title: string): boolean {
  const before = source.split(`'${title}'`)[0] ?? ''
  const line = before.split('\n').findLast((it) => it.trim() !== '') ?? ''
  return before !== source && /^(?!\s*\/\/).*(?:\bit|\))\(\s*$/.test(line)
}

describe('each row of COVERAGE.md', () => {
  it('has what is here, and a test', () => {
    expect(rows.length).toBeGreaterThan(90)
    expect(rows.filter(({ here, title }) => here === '' || title === '')).toEqual([])
  })

  it.each([...new Set(rows.map(({ file }) => file))])('has a test that is in %s', (file) => {
    const source = readFileSync(`test/${file}`, 'utf8')
    const titles = rows.filter((it) => it.file === file).map(({ title }) => title)
    expect(titles.filter((title) => !hasTest(source, title))).toEqual([])
  })
})
