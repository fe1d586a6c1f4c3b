import { Entity, normalize, Scalar, type Schema, Values } from 'rtk-rest'
import { expect } from 'vitest'
import { createStore } from '../../support/world'
import { dataOf, Group, readOf, resultOf, type Rule } from './rules'

const share = new Scalar({
  lens: ([args]) => (args as { in?: string } | undefined)?.in,
  key: 'share',
})

class Company extends Entity {
  id = ''
  share: number | undefined = undefined
  amount: number | undefined = undefined
  static override key = 'Company'
  static override schema: Record<string, Schema> = { share, amount: share }
}

const alone = new Scalar({
  lens: ([args]) => (args as { in?: string }).in,
  key: 'share',
  entity: Company,
})
const inA: readonly [{ readonly in: string }] = [{ in: 'a' }]

export const scalar: readonly Rule[] = [
  [
    'Scalar field',
    'is stored in a cell by entity, primary key and lens, shared by the fields of the entity',
    () => {
      expect(dataOf(Company, { id: '1', share: 1, amount: 2 }, inA)).toEqual({
        Company: {
          1: { id: '1', share: ['1', 'share', 'Company'], amount: ['1', 'amount', 'Company'] },
        },
        'Scalar(share)': { 'Company|1|a': { share: 1, amount: 2 } },
      })
    },
  ],
  [
    'Scalar',
    'throws an error without a lens',
    () => {
      expect(() => normalize(Company, { id: '1', share: 1 })).toThrow(
        'lens returned undefined during normalize',
      )
    },
  ],
  [
    'Scalar',
    'differs: throws an error for a lens with a bar',
    () => {
      expect(() => normalize(Company, { id: '1', share: 1 }, [{ in: 'a|b' }])).toThrow(
        'must not contain "|"',
      )
    },
  ],
  [
    'Scalar outside of an entity',
    'needs `entity`; its primary key is the key in a map, or in the value',
    () => {
      expect(() => normalize(new Values(share), { 1: { share: 1 } }, inA)).toThrow(
        'requires an `entity` option',
      )
      expect(resultOf(new Values(alone), { 1: { share: 1 } }, inA)).toEqual({ 1: 'Company|1|a' })
      expect(resultOf([alone], [{ id: '1', share: 1 }], inA)).toEqual(['Company|1|a'])
      expect(() => normalize([alone], [{ share: 1 }], inA)).toThrow(
        'cannot derive entity pk for cell',
      )
    },
  ],
  [
    'Scalar outside of an entity',
    'can override entityPk',
    () => {
      class Own extends Scalar {
        override entityPk(value: unknown) {
          return (value as { of: string }).of
        }
      }
      const own = new Own({ lens: () => 'x', key: 'own', entity: Company })
      expect(resultOf([own], [{ of: '7' }])).toEqual(['Company|7|x'])
    },
  ],
  [
    'Scalar',
    'is read by the current lens, is undefined without lens or cell, and keeps raw values',
    () => {
      const { entities } = normalize(Company, { id: '1', share: 1 }, inA)
      expect(readOf(Company, '1', entities, inA)).toHaveProperty('share', 1)
      expect(readOf(Company, '1', entities, [{ in: 'b' }])).toHaveProperty('share', undefined)
      expect(readOf(Company, '1', entities)).toHaveProperty('share', undefined)
      expect(readOf(Company, { id: '1', share: 9 })).toHaveProperty('share', 9)
    },
  ],
  [
    'Scalar',
    'gives the right cell and the same object for alternating lenses',
    () => {
      const { controller } = createStore()
      for (const it of ['a', 'b'])
        controller.set(Company, { id: '1', in: it } as never, { id: '1', share: it } as object)
      const read = (it: string) => controller.get(Company, { id: '1', in: it } as never)
      const [a, b] = [read('a'), read('b')]
      expect([a, b].map((it) => (it as Company).share)).toEqual(['a', 'b'])
      controller.set(Group, { id: 'g' }, { id: 'g' })
      expect(read('a')).toBe(a)
      expect(read('b')).toBe(b)
    },
  ],
  [
    'Scalar queryKey',
    'finds all cells of the lens',
    () => {
      const { controller } = createStore()
      expect(controller.get(alone, ...inA)).toBeUndefined()
      controller.set(new Values(alone) as Schema, ...inA, {
        1: { share: 1 },
        2: { share: 2 },
      })
      expect(controller.get(alone, ...inA)).toEqual([{ share: 1 }, { share: 2 }])
      expect(controller.get(alone, {})).toBeUndefined()
    },
  ],
  [
    'Scalar merge',
    'is shallow',
    () => expect(share.merge({ a: 1, b: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 }),
  ],
]
