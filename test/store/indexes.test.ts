import { Collection, Entity, Invalidate, RestEndpoint } from 'rtk-rest'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Member extends Entity {
  id = ''
  username = ''
  email: string | undefined = undefined
  static override key = 'Member'
  static override indexes = ['username', 'email'] as const
}

const getMember = new RestEndpoint({
  path: '/members/by-name/:username',
  urlPrefix: API,
  schema: Member,
})

function knowing(...members: { id: string; username?: string; email?: string }[]) {
  const world = createStore()
  world.controller.set(new Collection([Member]), {}, members as never)
  const find = (args: object) => world.controller.get(Member, args)
  return { ...world, find }
}

describe('an entity with indexes', () => {
  it('is found by an indexed field without a request', () => {
    const { find, controller } = knowing({ id: '1', username: 'ada' }, { id: '2', username: 'bob' })
    expect(find({ username: 'bob' })).toMatchObject({ id: '2' })
    expect(find({ username: 'cyd' })).toBeUndefined()
    expect(controller.getResponse(getMember, { username: 'ada' }).data).toMatchObject({ id: '1' })
  })

  it('is found by each of its indexed fields, and by no other', () => {
    const { find } = knowing({ id: '1', username: 'ada', email: 'a@x' }, { id: '2', email: 'b@x' })
    expect(find({ email: 'a@x' })).toBe(find({ username: 'ada' }))
    expect(find({ email: 'b@x' })).toMatchObject({ id: '2' })
    expect(find({ nickname: 'ada' })).toBeUndefined()
  })

  it('is found by the new value of a changed field, and not by the old one', () => {
    const { find, controller } = knowing({ id: '1', username: 'ada' })
    controller.set(Member, { id: '1' }, { id: '1', username: 'lovelace' })
    expect(find({ username: 'ada' })).toBeUndefined()
    expect(find({ username: 'lovelace' })).toMatchObject({ id: '1' })
  })

  it('can swap indexed values with another entity in one response, in any order', () => {
    for (const swapped of [false, true]) {
      const { find, controller } = knowing(
        { id: '1', username: 'ada' },
        { id: '2', username: 'bob' },
      )
      const members = [
        { id: '1', username: 'bob' },
        { id: '2', username: 'ada' },
      ]
      controller.set(
        new Collection([Member]),
        {},
        (swapped ? members.toReversed() : members) as never,
      )
      expect(find({ username: 'ada' })).toMatchObject({ id: '2' })
      expect(find({ username: 'bob' })).toMatchObject({ id: '1' })
    }
  })

  it('is not found when deleted, and again when written again', async () => {
    const { find, controller } = knowing({ id: '1', username: 'ada' })
    controller.set(new Invalidate(Member), { id: '1' })
    expect(find({ username: 'ada' })).toBeUndefined()
    server.use(
      http.get(`${API}/members/by-name/ada`, () => HttpResponse.json({ id: '1', username: 'ada' })),
    )
    await controller.fetch(getMember, { username: 'ada' })
    expect(find({ username: 'ada' })).toMatchObject({ id: '1' })
  })

  it('is found by a value that a deleted one had too', () => {
    const { find, controller } = knowing({ id: '1', username: 'ada' }, { id: '2', username: 'ada' })
    controller.set(new Invalidate(Member), { id: '2' })
    expect(find({ username: 'ada' })).toMatchObject({ id: '1' })
  })

  it('is found by values such as __proto__, and among thousands', () => {
    const odd = ['__proto__', 'constructor', ''].map((username, at) => ({
      id: `odd ${at}`,
      username,
    }))
    const many = Array.from({ length: 2_000 }, (_, at) => ({ id: `${at}`, username: `user ${at}` }))
    const { find } = knowing(...odd, ...many)
    for (const member of [...odd, many[0], many[1_999]]) {
      expect(find({ username: member?.username })).toMatchObject({ id: member?.id })
    }
    expect(find({ username: 'toString' })).toBeUndefined()
  })
})
