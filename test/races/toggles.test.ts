import { Entity, RestEndpoint } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { type HeldRequest, holdServer } from '../support/holdServer'
import { API } from '../support/server'
import { createStore } from '../support/world'

class Article extends Entity {
  id = ''
  liked = false
  likes = 0
  likedBy: readonly string[] = []
  saved = false
  static override key = 'Article'
}

type Fields = Partial<Pick<Article, 'liked' | 'likes' | 'likedBy' | 'saved'>>

const off = { id: '1', liked: false, likes: 7, likedBy: ['ada'], saved: false }
const on = { id: '1', liked: true, likes: 8, likedBy: ['ada', 'me'], saved: false }
const one = { id: '1' }

const getArticle = new RestEndpoint({ urlPrefix: API, path: '/articles/:id', schema: Article })

/** Endpoints without bodies, which show at once what they do. */
function endpointsOf(isOptimistic: boolean) {
  const button = (path: string, method: 'POST' | 'DELETE', change: (now: Article) => Fields) =>
    new RestEndpoint({
      urlPrefix: API,
      path: `/articles/:id/${path}` as '/articles/:id/like',
      method,
      body: undefined,
      schema: Article,
      getOptimisticResponse: isOptimistic
        ? [
            optimistic,
            (snap, { id }) => {
              const now = snap.get(Article, { id: `${id}` })
              if (now === undefined) throw snap.abort
              return { ...now, ...change(now) }
            },
          ]
        : undefined,
    })
  return {
    like: button('like', 'POST', ({ likes, likedBy }) => ({
      liked: true,
      likes: likes + 1,
      likedBy: [...likedBy, 'me'],
    })),
    unlike: button('like', 'DELETE', ({ likes, likedBy }) => ({
      liked: false,
      likes: likes - 1,
      likedBy: likedBy.filter((it) => it !== 'me'),
    })),
    save: button('save', 'POST', () => ({ saved: true })),
  }
}

/** An article that a reader shows, and all that it has shown. */
async function shown(isOptimistic: boolean) {
  const server = holdServer()
  const world = createStore()
  const { controller, store } = world
  const held = controller.retain(getArticle, one)
  ;(await server.take('GET /articles/1')).respond(off)
  await controller.allSettled()
  const now = () => controller.getResponse(getArticle, one).data
  const likes: number[] = [7]
  store.subscribe(() => {
    const { likes: count = 0 } = now() ?? {}
    if (likes.at(-1) !== count) likes.push(count)
  })
  const { like, unlike, save } = endpointsOf(isOptimistic)
  const send = async (endpoint: typeof like, name: string) => {
    const done = controller.fetch(endpoint, one)
    const request = await server.take(name)
    return async (...[body]: Parameters<HeldRequest['respond']>) => {
      request.respond(body)
      await done
    }
  }
  const reads = () => server.sent.filter((it) => it.startsWith('GET')).length - 1
  /** The one request of the reader, where there is a doubt. */
  const respondToReader = async (body: typeof off) => {
    ;(await server.take('GET /articles/1')).respond(body)
    await controller.allSettled()
  }
  return { ...world, server, held, now, likes, like, unlike, save, send, reads, respondToReader }
}

const modes = [
  ['with optimistic updates', true],
  ['without', false],
] as const

describe.each(modes)('a like that is taken back before it has landed, %s', (_, isOptimistic) => {
  it.each([
    ['in the order of the clicks', true],
    ['the other way round', false],
  ])('is off at the end if the responses come %s', async (__, isInOrder) => {
    const world = await shown(isOptimistic)
    const liked = await world.send(world.like, 'POST /articles/1/like')
    const unliked = await world.send(world.unlike, 'DELETE /articles/1/like')
    if (isInOrder) {
      await liked(on)
      await unliked(off)
    } else {
      await unliked(off)
      await liked(on)
    }
    await world.respondToReader(off)
    expect(world.now()).toMatchObject(off)
    expect(world.reads()).toBe(1)
    // Once it was off again, nothing showed it on.
    expect(world.likes).toEqual(isInOrder || isOptimistic ? [7, 8, 7] : [7])
    world.held.release()
  })
})

describe.each(modes)('a like and another button without a body, %s', (_, isOptimistic) => {
  it.each([
    ['in order', { ...on }, { ...on, saved: true }],
    [
      'in order, by a server that did the second first',
      { ...on, saved: true },
      { ...off, saved: true },
    ],
  ])('are both shown if they land %s', async (__, likeResponse, saveResponse) => {
    const world = await shown(isOptimistic)
    const liked = await world.send(world.like, 'POST /articles/1/like')
    const saved = await world.send(world.save, 'POST /articles/1/save')
    await liked(likeResponse)
    await saved(saveResponse)
    await world.respondToReader({ ...on, saved: true })
    expect(world.now()).toMatchObject({ ...on, saved: true })
    expect(world.reads()).toBe(1)
    world.held.release()
  })

  it.each([
    ['', { ...on }, { ...on, saved: true }],
    [', and the second response is a part', { ...on }, { id: '1', saved: true }],
  ])(
    'are both shown all the time if they land the other way round%s',
    async (__, first, second) => {
      const world = await shown(isOptimistic)
      const liked = await world.send(world.like, 'POST /articles/1/like')
      const saved = await world.send(world.save, 'POST /articles/1/save')
      await saved(second)
      await liked(first)
      expect(world.now()).toMatchObject({ ...on, saved: true })
      await world.respondToReader({ ...on, saved: true })
      expect(world.now()).toMatchObject({ ...on, saved: true })
      world.held.release()
    },
  )

  it('are asked for if the server did the second first, and it lands first', async () => {
    const world = await shown(isOptimistic)
    const liked = await world.send(world.like, 'POST /articles/1/like')
    const saved = await world.send(world.save, 'POST /articles/1/save')
    await saved({ ...off, saved: true })
    await liked({ ...on, saved: true })
    await world.respondToReader({ ...on, saved: true })
    expect(world.now()).toMatchObject({ ...on, saved: true })
    expect(world.reads()).toBe(1)
    world.held.release()
  })
})
