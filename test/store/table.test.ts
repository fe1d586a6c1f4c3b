import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyTable,
  getRow,
  type Page,
  rows,
  setRows,
  size,
  type Table,
} from '../../src/store/state/table'
import { hashText } from '../../src/util/keys'
import { runs } from '../support/runs'

const LIMIT = 128
const SIZES = [LIMIT - 1, LIMIT, LIMIT + 1, 1_000]

/** The pages of a table, which shares with its other versions those that no write has changed. */
function pagesIn(table: Table<string>) {
  return (Array.isArray(table) ? table[1] : [table]) as readonly Page<string>[]
}

function tableOf(keys: readonly string[]): Table<string> {
  return setRows(
    emptyTable<string>(),
    keys.map((key) => [key, `row ${key}`]),
  )
}

/** Whether the engine keeps the integer keys of an object in a hash table. */
setFlagsFromString('--allow-natives-syntax')
const isSparse = runInThisContext('(object) => %HasDictionaryElements(object)') as (
  object: object,
) => boolean

const range = (count: number, keyAt: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => keyAt(at))
const uuids = (count: number) => range(count, (at) => `key-${at * 7919}-x`)
const numbers = (count: number) => range(count, (at) => String(count - at))

describe.each(SIZES)('a table of %i rows', (count) => {
  it.each([
    ['uuids', uuids],
    ['numbers', numbers],
  ])('finds each of its rows, keyed by %s', (_, make) => {
    const keys = make(count)
    const table = tableOf(keys)
    expect(size(table)).toBe(count)
    for (const key of keys) expect(getRow(table, key)).toBe(`row ${key}`)
    expect(getRow(table, 'constructor')).toBeUndefined()
    const added = keys.map((key) => [key, `row ${key}`] as const)
    const asObject = Object.entries(Object.fromEntries(added))
    expect(rows(table)).toEqual(count > LIMIT ? added : asObject)
  })

  it('is a plain object up to the limit, and an array of pages above', () => {
    expect(Array.isArray(tableOf(uuids(count)))).toBe(count > LIMIT)
  })
})

describe('integer keys in a large table', () => {
  it('do not create pages with holes', () => {
    const written = setRows(tableOf(numbers(1_000)), [['500', 'new']])
    const pages = [...pagesIn(tableOf(numbers(1_000))), ...pagesIn(written)]
    expect(pages.length).toBeGreaterThan(32)
    const isFilled = (page: object): boolean => Object.keys(page).length > 0
    expect(pages.filter((page) => isFilled(page) && !isSparse(page))).toEqual([])
    expect(isSparse(Object.fromEntries([...Array(20).keys()].entries()))).toBe(false)
  })
})

describe('growing and shrinking a table', () => {
  it('row by row gives the same table as at once', () => {
    const start = LIMIT - 4
    const more = ['a7', '__proto__', 'toString', '03', 'constructor', 'last', '']
    const keys = [...uuids(start), ...more]
    let table = tableOf(keys.slice(0, start))
    for (const key of more) table = setRows(table, [[key, `row ${key}`]])
    expect(table).toEqual(tableOf(keys))
    expect(Array.isArray(table)).toBe(true)
    for (const key of more.slice(2)) table = setRows(table, [[key, undefined]])
    expect(table).toEqual(tableOf(keys.slice(0, start + 2)))
    expect(Array.isArray(table)).toBe(false)
  })

  it('copies the list of its keys only for new ones', () => {
    const table = tableOf(uuids(1_000))
    const keysOf = (it: Table<string>): unknown => (it as unknown as readonly unknown[])[0]
    expect(keysOf(setRows(table, [['key-0-x', 'other']]))).toBe(keysOf(table))
    expect(keysOf(setRows(table, [['new', 'row']]))).not.toBe(keysOf(table))
  })

  it('copies only the page that changes', () => {
    const keys = uuids(5_000)
    const before = tableOf(keys)
    const changed = keys[77] as string
    const after = setRows(before, [[changed, 'changed']])
    const kept = new Set(pagesIn(before))
    expect(pagesIn(after).filter((page) => !kept.has(page))).toHaveLength(1)
    expect(getRow(after, changed)).toBe('changed')
    expect(getRow(before, changed)).toBe(`row ${changed}`)
  })

  it('with nothing to write returns the same table', () => {
    const table = tableOf(uuids(2_000))
    expect(setRows(table, [])).toBe(table)
    expect(setRows(undefined, [])).toEqual({})
  })
})

describe('similar keys', () => {
  const count = 5_000
  it.each<[string, (at: number) => string]>([
    ['numbers', String],
    ['UUIDs of one machine', (at) => `${at.toString(16).padStart(8, '0')}-b1e8-11ee-be56-0242ac12`],
    ['ids of a tenant', (at) => `${at}@tenant`],
    ['searches', (at) => `GET /api/items?q=${at}&sort=createdAt:descending`],
    ['texts of one letter', (at) => 'x'.repeat(at)],
    [
      'texts of even digits',
      (at) => at.toString(5).replaceAll(/\d/g, (digit) => `${2 * Number(digit)}`),
    ],
    ['letters of one low byte', (at) => String.fromCharCode(512 * (at % 64), 512 * (at >> 6))],
  ])('are distributed over small pages: %s', (_, keyAt) => {
    const sizes = pagesIn(tableOf(range(count, keyAt))).map((it) => Object.keys(it).length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64)
  })

  it('that share a page are found, which an enemy could make as slow as one plain object', () => {
    const keys = range(200_000, (at) => `key-${at}`).filter((key) => hashText(key) >>> 23 === 7)
    expect(keys.length).toBeGreaterThan(LIMIT)
    const table = tableOf(keys)
    const filled = pagesIn(table).filter((page) => Object.keys(page).length > 0)
    expect(filled).toHaveLength(1)
    for (const key of keys) expect(getRow(table, key)).toBe(`row ${key}`)
  })
})

describe('random writes of a table', () => {
  const key = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', '', '0', '4294967295', '4294967294', '01'),
    fc.string(),
    fc.nat(5_000).map(String),
    fc.uuid(),
    fc.nat(300).map((at) => uuids(300)[at] ?? ''),
  )
  const write = fc.tuple(key, fc.option(fc.string(), { nil: undefined }))
  const batch = fc.uniqueArray(write, { maxLength: 200, selector: ([name]) => name })

  it('give the rows of a plain object, and those of text keys in its order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 100, 126, 300),
        fc.array(batch, { maxLength: 5 }),
        (start, batches) => {
          let table = tableOf(uuids(start))
          const object = Object.fromEntries(rows(table))
          for (const changes of batches) {
            table = setRows(table, changes)
            for (const [name, row] of changes) {
              if (row === undefined) Reflect.deleteProperty(object, name)
              else Object.defineProperty(object, name, { ...asField, value: row })
            }
          }
          expect(sorted(rows(table))).toEqual(sorted(Object.entries(object)))
          expect(rows(table).filter(isOfText)).toEqual(Object.entries(object).filter(isOfText))
          expect(size(table)).toBe(Object.keys(object).length)
          expect(Array.isArray(table)).toBe(size(table) > LIMIT)
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

const asField = { configurable: true, enumerable: true, writable: true }

type Entry = readonly [key: string, row: string]

const isOfText = ([key]: Entry): boolean => !/^\d+$/.test(key)

function sorted(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
}
