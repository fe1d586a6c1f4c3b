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
    '2.11 Scalar field',
    'is kept in a cell by entity, pk and lens; fields of one entity share it',
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
    '2.11 Scalar',
    'without a lens an answer is an error',
    () => {
      expect(() => normalize(Company, { id: '1', share: 1 })).toThrow(
        'lens returned undefined during normalize',
      )
    },
  ],
  [
    '2.11 Scalar',
    'ours: a lens with | is an error, too',
    () => {
      expect(() => normalize(Company, { id: '1', share: 1 }, [{ in: 'a|b' }])).toThrow(
        'must not contain "|"',
      )
    },
  ],
  [
    '2.11 Scalar alone',
    'needs the entity; its pk is the key of the map, or told by the value',
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
    '2.11 Scalar alone',
    'entityPk can be overridden',
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
    '2.11 Scalar',
    'is read by the lens of now; without lens or cell it is undefined; raw values pass',
    () => {
      const { entities } = normalize(Company, { id: '1', share: 1 }, inA)
      expect(readOf(Company, '1', entities, inA)).toHaveProperty('share', 1)
      expect(readOf(Company, '1', entities, [{ in: 'b' }])).toHaveProperty('share', undefined)
      expect(readOf(Company, '1', entities)).toHaveProperty('share', undefined)
      expect(readOf(Company, { id: '1', share: 9 })).toHaveProperty('share', 9)
    },
  ],
  [
    '2.11 Scalar',
    'lenses in turn never show the wrong cell, and give the same objects',
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
    '2.11 Scalar queryKey',
    'is every cell of the lens',
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
    '2.11 Scalar merge',
    'is shallow',
    () => expect(share.merge({ a: 1, b: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 }),
  ],
]
