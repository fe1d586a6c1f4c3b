import type { Progress } from 'rtk-rest'
import { beforeEach, describe, expect, it } from 'vitest'
import { received, respond } from './api'
import { holdMutations } from './holdMutations'
import { changeEmail } from './mutations/changeEmail'
import { createOrder, getLatestIds } from './mutations/latestOrders'
import { renameAll } from './mutations/renameAll'
import * as uploading from './mutations/uploadProgress'
import { controller } from './store'

beforeEach(() => {
  controller.reset()
})

describe('the recipe for lists', () => {
  it('changes a response that is no list of entities', async () => {
    const server = holdMutations(() => ['2', '1'])
    await controller.fetch(getLatestIds)
    const creation = controller.fetch(createOrder, { status: 'open' }, { title: 'Screws' })
    expect(controller.getResponse(getLatestIds).data).toEqual(['2', '1'])
    ;(await server.take()).release({ json: { id: '3', title: 'Screws', status: 'open' } })
    await creation
    expect(controller.getResponse(getLatestIds).data).toEqual(['3', '2', '1'])
  })
})

describe('the recipe for forms', () => {
  it('returns the error of the field outside of components, and throws any other error', async () => {
    respond(() => ({ status: 422, json: { errors: { email: 'is taken' } } }))
    expect(await changeEmail('1', 'ada@old.test')).toBe('is taken')
    respond(() => ({ json: { id: '1', email: 'ada@new.test' } }))
    expect(await changeEmail('1', 'ada@new.test')).toBeUndefined()
    respond(() => ({ status: 500, body: '<html>' }))
    await expect(changeEmail('1', 'ada@old.test')).rejects.toMatchObject({ status: 500 })
  })
})

describe('the recipe for serial mutations', () => {
  it('sends one request at a time, until they are canceled', async () => {
    const server = holdMutations(() => undefined)
    const { done, cancel } = renameAll(['1', '2', '3'], 'Final')
    ;(await server.take()).release({ json: { id: '1', title: 'Final' } })
    await server.take()
    cancel()
    const ends = await done
    expect(ends.map(({ meta }) => meta.requestStatus)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(received.map(({ path }) => path)).toEqual(['/tasks/1', '/tasks/2'])
  })
})

describe('the recipe for the progress of uploads', () => {
  it('sends the file, without progress in Node', async () => {
    respond(() => ({ json: { id: '1' } }))
    const seen: Progress[] = []
    const show = (progress: Progress) => void seen.push(progress)
    const file = new Blob(['frames'], { type: 'video/mp4' })
    expect(await uploading.upload('1', file, show)).toEqual({ id: '1' })
    expect(await uploading.withUploadProgress(show)({ id: '2' }, file)).toEqual({ id: '1' })
    const sent = { method: 'PUT', body: 'frames' }
    expect(received).toMatchObject([
      { ...sent, path: '/videos/1' },
      { ...sent, path: '/videos/2' },
    ])
    expect(seen).toEqual([])
  })
})
