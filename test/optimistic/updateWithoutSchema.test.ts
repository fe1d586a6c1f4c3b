import { updates } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { createStore } from '../support/world'
import { reported } from './world'

/** A call that has read a count, and a mutation without a schema. */
async function counting(update: (response: { readonly by: number }, key: string) => unknown) {
  const { store, rest, controller } = createStore()
  const list = holdRead('getCount')
  const key = list.endpoint.key()
  const add = holdMutation('add', {
    update: [updates, (response: { readonly by: number }) => update(response, key)],
  })
  const read = controller.fetch(list.endpoint)
  await turns()
  list.calls[0]?.resolve({ count: 1 })
  await read
  const shown = () => rest.selectors.selectData(store.getState(), list.endpoint)
  return { controller, add, shown }
}

describe('an update of a list of numbers', () => {
  it('may add one that is there', async () => {
    const { controller } = createStore()
    const list = holdRead('getScores')
    const add = holdMutation('add', {
      update: [
        updates,
        (score: number) => ({
          [list.endpoint.key()]: (scores: readonly number[]) => [...scores, score],
        }),
      ],
    })
    const read = controller.fetch(list.endpoint)
    await turns()
    list.calls[0]?.resolve([3, 5])
    await read
    const added = controller.fetch(add.endpoint, 5)
    await turns()
    add.calls[0]?.resolve(5)
    await added
    expect(controller.getResponse(list.endpoint).data).toEqual([3, 5, 5])
  })
})

describe('an update', () => {
  const change = async (update: (response: unknown, key: string) => unknown) => {
    const world = await counting(update)
    const promise = world.controller.fetch(world.add.endpoint, 5)
    await turns()
    world.add.calls[0]?.resolve({ by: 5 })
    await promise
    expect(world.shown()).toEqual({ count: 1 })
    return reported()
  }

  it('that returns no function for a call is reported once, with the call', async () => {
    expect(await change((_, key) => ({ [key]: 5 }))).toEqual([
      '`update` of add failed, so that it changes nothing: it returned 5 for getCount [], and no function.',
    ])
  })

  it('that rejects is reported once, and leaves no rejection unhandled', async () => {
    expect(await change(async () => await Promise.reject(new Error('no')))).toEqual([
      '`update` of add failed, so that it changes nothing: it returned a Promise, and no functions by key.',
    ])
  })
})
