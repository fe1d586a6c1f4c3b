import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTable, getRow, rows, setRows, size, type Table } from '../../src/store/table'

const SIZES = [1_023, 1_024, 1_025, 1_026]

function tableOf(keys: readonly string[]): Table<string> {
  return setRows(
    emptyTable<string>(),
    keys.map((key) => [key, `row ${key}`]),
  )
}

const uuids = (count: number) => Array.from({ length: count }, (_, at) => `key-${at * 7919}-x`)
const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(count - at))

describe.each(SIZES)('a table of %i rows', (count) => {
  it.each([
    ['uuids', uuids],
    ['numbers', numbers],
  ])('finds each of its rows, keyed by %s, in the order of objects', (_, make) => {
    const keys = make(count)
    const table = tableOf(keys)
    expect(size(table)).toBe(count)
    for (const key of keys) expect(getRow(table, key)).toBe(`row ${key}`)
    expect(getRow(table, 'constructor')).toBeUndefined()
    const asObject = Object.fromEntries(keys.map((key) => [key, `row ${key}`]))
    expect(rows(table)).toEqual(Object.entries(asObject))
  })

  it('reads as a plain object as long as it is one', () => {
    expect(Array.isArray(tableOf(uuids(count)))).toBe(count > 1_024)
  })
})

describe('growing and shrinking', () => {
  it('one by one comes to what all at once does, in both directions', () => {
    const keys = [...uuids(1_020), '7', '__proto__', 'toString', '3', 'constructor', 'last', '']
    let table = tableOf(keys.slice(0, 1_020))
    for (const key of keys.slice(1_020)) table = setRows(table, [[key, `row ${key}`]])
    expect(table).toEqual(tableOf(keys))
    expect(Array.isArray(table)).toBe(true)
    for (const key of keys.slice(1_022)) table = setRows(table, [[key, undefined]])
    expect(table).toEqual(tableOf(keys.slice(0, 1_022)))
    expect(Array.isArray(table)).toBe(false)
  })

  it('copies what it changes and nothing else', () => {
    const keys = uuids(5_000)
    const before = tableOf(keys) as readonly object[]
    const after = setRows(before as Table<string>, [
      [keys[77] ?? '', 'changed'],
    ]) as readonly object[]
    const changed = after.filter((page, at) => page !== before[at])
    expect(changed).toHaveLength(1)
    expect(getRow(after as Table<string>, keys[77] ?? '')).toBe('changed')
    expect(getRow(before as Table<string>, keys[77] ?? '')).toBe(`row ${keys[77]}`)
  })

  it('is the same table where there is nothing to write', () => {
    const table = tableOf(uuids(2_000))
    expect(setRows(table, [])).toBe(table)
    expect(setRows(undefined, [])).toEqual({})
  })
})

describe('any sequence of writes', () => {
  const key = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', '', '0', '4294967295', '01'),
    fc.string(),
    fc.nat(5_000).map(String),
    fc.uuid(),
  )
  const write = fc.tuple(key, fc.option(fc.string(), { nil: undefined }))

  it('leaves what a map would hold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1_000, 1_020, 2_100),
        fc.array(fc.array(write, { maxLength: 40 }), { maxLength: 5 }),
        (start, batches) => {
          let table = tableOf(uuids(start))
          const map = new Map<string, string>(uuids(start).map((it) => [it, `row ${it}`]))
          for (const batch of batches) {
            table = setRows(table, batch)
            for (const [name, row] of batch) {
              if (row === undefined) map.delete(name)
              else map.set(name, row)
            }
          }
          expect(new Map(rows(table))).toEqual(map)
          expect(size(table)).toBe(map.size)
          for (const [name, row] of map) expect(getRow(table, name)).toBe(row)
        },
      ),
      { numRuns: 60 },
    )
  })
})
