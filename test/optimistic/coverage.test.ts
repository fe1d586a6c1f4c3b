import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The rows of the tables: what is here, and the file and the title of the test that shows it. */
const rows = [
  ...readFileSync('test/optimistic/COVERAGE.md', 'utf8').matchAll(
    /^\| .*? +\| (.*?) +\| `(.*?)` +\| (.*?) *\|$/gm,
  ),
].map(([, here = '', file = '', title = '']) => ({ here, file, title }))

describe('each row of COVERAGE.md', () => {
  it('has what is here, and a test', () => {
    expect(rows.length).toBeGreaterThan(90)
    expect(rows.filter(({ here, title }) => here === '' || title === '')).toEqual([])
  })

  it.each([...new Set(rows.map(({ file }) => file))])('has a test that is in %s', (file) => {
    const source = readFileSync(`test/${file}`, 'utf8')
    const titles = rows.filter((it) => it.file === file).map(({ title }) => title)
    expect(titles.filter((title) => !source.includes(`'${title}'`))).toEqual([])
  })
})
