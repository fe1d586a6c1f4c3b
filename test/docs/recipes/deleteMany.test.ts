import { beforeEach, describe, expect, it } from 'vitest'
import { received, respond } from './api'
import { deleteThings, getFeed, PostResource } from './requests/deleteMany'
import { controller } from './store'

const posts = ['5', '7', '9', '13'].map((id) => ({ id, type: 'post' }))
const comments = ['5', '6'].map((id) => ({ id, type: 'comment' }))
const idsOf = (list: readonly { readonly id: string }[] | undefined) => list?.map(({ id }) => id)

beforeEach(async () => {
  respond(({ path }) => ({ json: path === '/feed' ? [...posts, ...comments] : posts }))
  controller.reset()
  await controller.fetch(PostResource.getList)
  await controller.fetch(getFeed)
  received.length = 0
})

describe('the recipe for deleting several entities', () => {
  it.each([
    ['nothing', { status: 204 }],
    ['their ids', { json: ['5', '13', '7'] }],
    ['the posts', { json: [{ id: '5' }, { id: '13' }, { id: '7' }] }],
  ])('sends their ids, and removes them from every list if the response is %s', async (_, said) => {
    respond(() => said)
    await controller.fetch(PostResource.deleteMany, ['5', '13', '7'])
    expect(received).toMatchObject([{ method: 'DELETE', path: '/posts', body: '["5","13","7"]' }])
    expect(idsOf(controller.getResponse(PostResource.getList).data)).toEqual(['9'])
    expect(idsOf(controller.getResponse(getFeed).data)).toEqual(['9', '5', '6'])
  })

  it('keeps all entities if the server rejects', async () => {
    respond(() => ({ status: 409 }))
    await expect(controller.fetch(PostResource.deleteMany, ['5'])).rejects.toMatchObject({
      status: 409,
    })
    expect(controller.getResponse(PostResource.getList).data).toHaveLength(4)
  })

  it('sends the kind of each entity of a union', async () => {
    respond(() => ({ status: 204 }))
    await controller.fetch(deleteThings, [
      { id: '5', type: 'comment' },
      { id: '7', type: 'post' },
    ])
    expect(received).toMatchObject([
      { body: '[{"id":"5","type":"comment"},{"id":"7","type":"post"}]' },
    ])
    expect(idsOf(controller.getResponse(getFeed).data)).toEqual(['5', '9', '13', '6'])
    expect(idsOf(controller.getResponse(PostResource.getList).data)).toEqual(['5', '9', '13'])
  })
})
