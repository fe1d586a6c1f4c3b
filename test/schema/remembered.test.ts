import { All, Collection, Entity, Query, Scalar, type Schema, schema, Union } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'

class Company extends Entity {
  id = ''
  share: number | undefined = undefined
  static override key = 'Company'
  static override schema: Record<string, Schema> = {}
}

const inPortfolio = new Scalar({
  lens: ([args]) => (args as { portfolio?: string } | undefined)?.portfolio,
  key: 'portfolio',
  entity: Company,
})
Object.assign(Company.schema, { share: inPortfolio })

function knowing() {
  const { controller } = createStore()
  const a = { id: '1', portfolio: 'a' }
  const b = { id: '1', portfolio: 'b' }
  controller.set(Company, a, { id: '1', share: 1 })
  controller.set(Company, b, { id: '1', share: 2 })
  return { controller, a, b }
}

describe('an object is the same at each read until its data changes,', () => {
  const kinds: [string, Schema][] = [
    ['All', new All(Company)],
    ['a Query', new Query(new All(Company), (list) => list.filter(({ id }) => id === '1'))],
    ['a Query of an object', new Query({ company: Company }, ({ company }) => ({ company }))],
    ['a Union', new Union({ company: Company }, () => 'company')],
    ['a schema.Object', new schema.Object({ company: Company })],
  ]

  it.each(kinds)('for %s', (_, kind) => {
    const { controller, a } = knowing()
    const first = controller.get(kind, a)
    expect(first).toBeDefined()
    expect(controller.get(kind, a)).toBe(first)
    controller.set(new Collection([Company]), { other: 'x' }, [])
    expect(controller.get(kind, a)).toBe(first)
    controller.set(Company, a, { id: '1', share: 3 })
    expect(controller.get(kind, a)).not.toBe(first)
  })

  it('for an entity with a Scalar field, for each lens', () => {
    const { controller, a, b } = knowing()
    const shares = [a, b, a, b].map((args) => controller.get(Company, args)?.share)
    expect(shares).toEqual([1, 2, 1, 2])
    expect(controller.get(Company, a)).toBe(controller.get(Company, a))
  })
})
