import { Collection, denormalize, Entity, normalize, Scalar, type Schema, Values } from 'rtk-rest'
import type { PlainRows } from 'rtk-rest/types'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'
import { row } from './rows'

class Company extends Entity {
  id = ''
  name = ''
  share: number | undefined = undefined
  amount: number | undefined = undefined
  static override key = 'Company'
  static override schema: Record<string, Schema> = {}
}

const inPortfolio = new Scalar({
  lens: (args) => (args[0] as { portfolio?: string } | undefined)?.portfolio,
  key: 'portfolio',
  entity: Company,
})
Object.assign(Company.schema, { share: inPortfolio, amount: inPortfolio })

const a = [{ portfolio: 'a' }]
const b = [{ portfolio: 'b' }]
const response = { id: '1', name: 'Acme', share: 0.5, amount: 10 }
const stored = normalize(Company, response, a).entities

/** The rows of two responses. */
function both(): PlainRows {
  const second = normalize(Company, { id: '1', share: 0.1 }, b, stored).entities
  return {
    Company: { ...stored['Company'], ...second['Company'] },
    'Scalar(portfolio)': { ...stored['Scalar(portfolio)'], ...second['Scalar(portfolio)'] },
  }
}

describe('a Scalar field', () => {
  it('is stored in a row for each entity and lens', () => {
    expect(stored['Company']?.['1']?.data).toEqual({
      id: '1',
      name: 'Acme',
      share: ['1', 'share', 'Company'],
      amount: ['1', 'amount', 'Company'],
    })
    expect(stored['Scalar(portfolio)']).toEqual({
      'Company|1|a': row({ share: 0.5, amount: 10 }),
    })
  })

  it('has the value for the lens in the arguments of the reader', () => {
    const entities = both()
    expect(denormalize(Company, '1', entities, a)).toMatchObject({ share: 0.5, amount: 10 })
    expect(denormalize(Company, '1', entities, b)).toMatchObject({ share: 0.1, amount: undefined })
    expect(denormalize(Company, '1', entities, a)).toMatchObject({ share: 0.5 })
  })

  it('is undefined for a lens that is missing, unknown or invalid', () => {
    const entities = { ...stored, 'Scalar(portfolio)': { 'Company|1|a': row({ share: 1 }, true) } }
    expect(denormalize(Company, '1', stored, [])).toMatchObject({ name: 'Acme', share: undefined })
    expect(denormalize(Company, '1', stored, b)?.share).toBeUndefined()
    expect(denormalize(Company, '1', entities, a)?.share).toBeUndefined()
  })

  it('has the stored value if that was stored before the field was a Scalar', () => {
    const old = { Company: { 1: row({ id: '1', share: 0.7, amount: null }) } }
    expect(denormalize(Company, '1', old, a)).toMatchObject({ share: 0.7, amount: null })
  })

  it('is written when the instance is written', () => {
    const { controller } = createStore()
    const args = { portfolio: 'a', id: '1' }
    controller.set(Company, args, response)
    const company = controller.get(Company, args) as Company
    controller.set(Company, args, { ...company, share: 0.9 })
    expect(controller.get(Company, args)).toMatchObject({
      share: 0.9,
      amount: 10,
    })
  })

  it('throws an error without a lens, and for a lens that contains a bar', () => {
    expect(() => normalize(Company, response)).toThrow(
      'Company.share: Scalar(portfolio): lens returned undefined during normalize. Ensure endpoint args contain the lens value.',
    )
    expect(() => normalize(Company, response, [{ portfolio: 'x|y' }])).toThrow(
      'a lens must not contain "|"; found "x|y"',
    )
  })

  it('accepts a number as the lens', () => {
    const byYear = new Scalar({ lens: ([year]) => year as number, key: 'year', entity: Company })
    const { entities } = normalize(new Values(byYear), { 1: { amount: 5 } }, [2020])
    expect(Object.keys(entities['Scalar(year)'] ?? {})).toEqual(['Company|1|2020'])
  })

  it('is not replaced by an older response', () => {
    const meta = { fetchedAt: -1, date: 0, expiresAt: 0 }
    const older = normalize(Company, { id: '1', share: 0, amount: 0 }, a, stored, meta)
    expect(older.entities['Scalar(portfolio)']).toBeUndefined()
  })
})

describe('a Scalar outside of an entity', () => {
  it('in a map belongs to the entity of its key', () => {
    const { result, entities } = normalize(
      new Values(inPortfolio),
      { 1: { share: 0.3 } },
      a,
      stored,
    )
    expect(result).toEqual({ 1: 'Company|1|a' })
    expect(entities['Scalar(portfolio)']?.['Company|1|a']?.data).toEqual({ share: 0.3, amount: 10 })
    expect(denormalize(new Values(inPortfolio), result, entities)).toEqual({
      1: { share: 0.3, amount: 10 },
    })
  })

  it('in a list belongs to the entity of its primary key', () => {
    const list = new Collection([inPortfolio], { argsKey: () => ({}) })
    expect(list.key).toBe('[Scalar(portfolio)]')
    const { entities } = normalize(list, [{ id: '1', share: 0.3 }], a)
    expect(entities['[Scalar(portfolio)]']?.['{}']?.data).toEqual(['Company|1|a'])
    expect(normalize([inPortfolio], [{ id: '2', share: 1 }], a).result).toEqual(['Company|2|a'])
  })

  it('can override entityPk', () => {
    class BySymbol extends Scalar {
      override entityPk(value: { symbol: string }) {
        return value.symbol
      }
    }
    const bySymbol = new BySymbol({ lens: () => 'x', key: 's', entity: Company })
    expect(normalize([bySymbol], [{ symbol: 'ACME' }]).result).toEqual(['Company|ACME|x'])
  })

  it('is found by its lens', () => {
    const { controller } = createStore()
    const values = { 1: { share: 1 }, 2: { share: 2 } }
    controller.set(new Values(inPortfolio), { portfolio: 'a' }, values)
    controller.set(new Values(inPortfolio), { portfolio: 'b' }, { 1: { share: 3 } })
    expect(controller.get(inPortfolio, { portfolio: 'a' })).toEqual([{ share: 1 }, { share: 2 }])
    expect(controller.get(inPortfolio, { portfolio: 'b' })).toEqual([{ share: 3 }])
    expect(controller.get(inPortfolio, { portfolio: 'c' })).toBeUndefined()
    expect(controller.get(inPortfolio)).toBeUndefined()
  })

  it('throws an error without the option `entity` or a primary key', () => {
    const anyone = new Scalar({ lens: () => 'x', key: 'any' })
    expect(() => normalize(new Values(anyone), { 1: { share: 1 } })).toThrow(
      /Scalar\(any\) used standalone.*requires an `entity` option/,
    )
    expect(() => normalize([inPortfolio], [{ share: 1 }], a)).toThrow(
      'Scalar(portfolio) cannot derive entity pk for cell',
    )
    expect(() => normalize(new Values(inPortfolio), { 1: 5 }, a)).toThrow(
      'expected an object with fields of Company, found a number',
    )
  })

  it('throws an error when constructed without a lens or a key', () => {
    const make = Scalar as unknown as new (options?: object) => unknown
    expect(() => new make()).toThrow('new Scalar() takes a lens and a key')
    expect(() => new make({ lens: () => 'x' })).toThrow(TypeError)
  })
})
