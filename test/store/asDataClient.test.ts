import { asDataClient } from 'rtk-rest/data-client'
import { expect, it } from 'vitest'
import { createStore, UserResource } from '../support/world'

it('a controller has the names of data-client too, and is always the same', () => {
  const { controller } = createStore()
  const names = asDataClient(controller)
  expect(asDataClient(controller)).toBe(names)
  const one = { id: '1' }
  names.resolve(UserResource.get, one, { id: '1', name: 'Ada' })
  expect(names.getResponseMeta(UserResource.get, one)).toEqual(
    controller.getResponse(UserResource.get, one),
  )
  expect(controller.get(UserResource.get.schema, one)?.name).toBe('Ada')
  names.resetEntireStore()
  expect(controller.get(UserResource.get.schema, one)).toBeUndefined()
})
