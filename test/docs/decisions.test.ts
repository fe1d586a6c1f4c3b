import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Code comments, issues and commits refer to a decision by its id, so an id never changes its subject.
const PAGES = ['docs/decisions.md', 'docs/limits.md']
const ID = /\b(?:ST|SC|RQ|RS|MU|HK|FR|MG|SB|PK|KL)-\d+\b/g

const PREFIXES: Readonly<Record<string, string>> = {
  'State and actions': 'ST',
  Schemas: 'SC',
  Requests: 'RQ',
  Resources: 'RS',
  Mutations: 'MU',
  Hooks: 'HK',
  Freshness: 'FR',
  Managers: 'MG',
  'Sensitive calls and binaries': 'SB',
  'The package': 'PK',
  'Not there yet': 'KL',
  Limits: 'KL',
}

interface Section {
  readonly heading: string
  readonly decisions: readonly string[]
}

const parts = PAGES.flatMap((page) => readFileSync(page, 'utf8').split(/^## /m).slice(1))
const sections = parts.map((part): Section => {
  const [heading = '', ...lines] = part.split('\n')
  return { heading, decisions: lines.filter((line) => line.startsWith('- ')) }
})

/** The id at the start of a decision: `- **RQ-12** …`. */
function idOf(decision: string): string | undefined {
  return /^- \*\*([A-Z]{2}-[1-9]\d*)\*\* \S/.exec(decision)?.[1]
}

const ids = sections.flatMap(({ decisions }) => decisions.map(idOf))

describe('the decisions of docs/decisions.md and the limits of docs/limits.md', () => {
  it('are in sections with one prefix each', () => {
    expect(sections.map(({ heading }) => heading)).toEqual(Object.keys(PREFIXES))
  })

  it.each(sections)('have ascending ids in "$heading"', ({ heading, decisions }) => {
    const numbers = decisions.map((decision) => {
      const [prefix, number] = idOf(decision)?.split('-') ?? []
      expect(prefix, decision).toBe(PREFIXES[heading])
      return Number(number)
    })
    expect(numbers.length).toBeGreaterThan(0)
    // Gaps are allowed: the id of a removed decision is not used again.
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  })

  it('have unique ids', () => {
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('a decision id that src, docs or test mention', () => {
  const files = ['src', 'docs', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|md)$/.test(name))
      .map((name) => `${folder}/${name}`),
  )

  it('exists on one of these pages', () => {
    const known = new Set(ids)
    const unknown = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(ID)]
        .filter(([id]) => !known.has(id))
        .map(([id]) => `${file}: ${id}`),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(unknown).toEqual([])
  })
})
