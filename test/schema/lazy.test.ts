import { Collection, Entity, Lazy, normalize, type PlainRows, denormalize, Values } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'

class Room extends Entity {
  id = ''
  static override key = 'Room'
}

class Building extends Entity {
  id = ''
  rooms: readonly string[] = []
  static override key = 'Building'
  static override schema = { rooms: new Lazy([Room]) }
}

const lists = new Collection([Building], { argsKey: ({ of }: { of: string }) => ({ of }) })

class Department extends Entity {
  id = ''
  buildings: readonly string[] = []
  main = ''
  byName: Readonly<Record<string, string>> = {}
  static override key = 'Department'
  static override schema = {
    buildings: new Lazy([Building]),
    main: new Lazy(Building),
    byName: new Lazy(new Values(Building)),
  }
}

const fields = Department.schema
const response = {
  id: 'd',
  buildings: [{ id: 'a', rooms: [{ id: 'r' }] }, { id: 'b' }],
  main: { id: 'a' },
  byName: { north: { id: 'b' } },
}

function knowing() {
  const { controller } = createStore()
  controller.set(Department, { id: 'd' }, response)
  return { controller, department: controller.get(Department, { id: 'd' }) as Department }
}

describe('a Lazy part', () => {
  it('is stored, and shows primary keys', () => {
    const { entities } = normalize(Department, response)
    expect(Object.keys(entities).toSorted()).toEqual(['Building', 'Department', 'Room'])
    expect(denormalize(Department, 'd', entities as PlainRows)).toEqual(
      Department.fromJS({ id: 'd', buildings: ['a', 'b'], main: 'a', byName: { north: 'b' } }),
    )
  })

  it('can be written back as it is', () => {
    const { controller, department } = knowing()
    controller.set(Department, { id: 'd' }, { ...department, main: 'b' })
    expect(controller.get(Department, { id: 'd' })).toMatchObject({
      buildings: ['a', 'b'],
      main: 'b',
    })
  })

  it('changes nothing of what contains it when it changes', () => {
    const { controller, department } = knowing()
    controller.set(Building, { id: 'a' }, { id: 'a', rooms: ['other'] })
    expect(controller.get(Department, { id: 'd' })).toBe(department)
  })
})

describe('the query of a Lazy part', () => {
  it('reads what the field shows', () => {
    const { controller, department } = knowing()
    const buildings = controller.get(fields.buildings.query, department.buildings)
    expect(buildings?.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(buildings?.[0]).toBeInstanceOf(Building)
    expect(buildings?.[0]?.rooms).toEqual(['r'])
    expect(controller.get(fields.byName.query, department.byName)).toEqual({
      north: expect.any(Building) as Building,
    })
  })

  it('finds an entity or a collection by its own arguments', () => {
    const { controller, department } = knowing()
    expect(controller.get(fields.main.query, department.main)).toMatchObject({ id: 'a' })
    expect(controller.get(fields.main.query, { id: 'b' })).toMatchObject({ id: 'b' })
    const list = new Lazy(lists)
    controller.set(lists, { of: 'd' }, [{ id: 'b' }])
    expect(controller.get(list.query, { of: 'd' })).toEqual([expect.any(Building)])
  })

  it('leaves out what is not there', () => {
    const { controller } = knowing()
    expect(controller.get(fields.buildings.query, ['a', 'x'])).toHaveLength(1)
    expect(controller.get(fields.buildings.query, [])).toEqual([])
    expect(controller.get(fields.buildings.query, undefined)).toBeUndefined()
    expect(controller.get(fields.main.query, { id: 'x' })).toBeUndefined()
  })

  it('is always the same one', () => {
    expect(fields.buildings.query).toBe(fields.buildings.query)
  })

  it('is what finds it, and not the Lazy itself', () => {
    expect(fields.buildings.queryKey()).toBeUndefined()
    const make = Lazy as unknown as new () => unknown
    expect(() => new make()).toThrow('new Lazy() takes a schema')
  })
})
