import { Collection, Entity, type ReadEndpoint, type SnapshotReader } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { type HeldCall, holdMutation, holdRead } from '../support/holdEndpoint'
import { isExhaustive } from '../support/runs'
import { turns } from '../support/turns'
import { createStore } from '../support/world'

// Buttons without bodies that overlap: a boolean, a counter and a list of ids that two endpoints switch, and another boolean.

class Article extends Entity {
  id = ''
  liked = false
  likes = 0
  likedBy: readonly string[] = []
  saved = false
  static override key = 'Article'
}

type Fields = Pick<Article, 'liked' | 'likes' | 'likedBy' | 'saved'>
type Button = 'like' | 'unlike' | 'save' | 'unsave'

const BUTTONS: Readonly<Record<Button, (now: Fields) => Partial<Fields>>> = {
  like: ({ likes, likedBy }) => ({ liked: true, likes: likes + 1, likedBy: [...likedBy, 'me'] }),
  unlike: ({ likes, likedBy }) => ({
    liked: false,
    likes: likes - 1,
    likedBy: likedBy.filter((it) => it !== 'me'),
  }),
  save: () => ({ saved: true }),
  unsave: () => ({ saved: false }),
}

const first = { id: '1', liked: false, likes: 7, likedBy: ['ada'] as string[], saved: false }
const articles = new Collection([Article])

/** What a server does with buttons in some order, and what each of them responds. */
function serve(order: readonly Button[]) {
  let now: Fields & { id: string } = first
  const responses = order.map((button) => (now = { ...now, ...BUTTONS[button](now) }))
  return { responses, last: now }
}

/** A page that reads an article in three ways, and buttons that were pressed on it. */
async function page(buttons: readonly Button[], isOptimistic: boolean) {
  const { controller, store } = createStore()
  const reads = [
    holdRead('one', { schema: Article }),
    holdRead('list', { schema: articles }),
    holdRead('page', { schema: { article: Article } }),
  ]
  const bodies = (it: object) => [it, [it], { article: it }]
  const args = { id: '1' }
  const held = reads.map(({ endpoint }) => controller.retain(endpoint, args))
  const respond = async (it: object) => {
    for (let round = 0; round < 3; round++) {
      reads.forEach(({ calls }, at) => {
        calls.forEach((call: HeldCall) => call.resolve(bodies(it)[at]))
      })
      await turns()
    }
  }
  await turns()
  await respond(first)
  const dataOf = (endpoint: ReadEndpoint): unknown => controller.getResponse(endpoint, args).data
  const shown = () => dataOf((reads[0] as (typeof reads)[number]).endpoint) as Article
  const seen = [shown()]
  store.subscribe(() => {
    if (seen.at(-1) !== shown()) seen.push(shown())
  })
  const mutations = Object.fromEntries(
    Object.entries(BUTTONS).map(([name, change]) => {
      const expect = (snap: SnapshotReader) => {
        const now = snap.get(Article, args)
        if (now === undefined) throw snap.abort
        return { id: '1', ...change(now) }
      }
      const options = isOptimistic ? { getOptimisticResponse: [optimistic, expect] } : {}
      return [name, holdMutation(name, { schema: Article, ...options })]
    }),
  )
  const pressed: HeldCall[] = []
  for (const button of buttons) {
    const { endpoint, calls } = mutations[button] as ReturnType<typeof holdMutation>
    void controller.fetch(endpoint, args)
    await turns(1)
    pressed.push(calls.at(-1) as HeldCall)
  }
  const counts = () => reads.map(({ calls }) => calls.length - 1)
  const all = () => reads.map(({ endpoint }) => dataOf(endpoint))
  const release = () => held.forEach((it) => it.release())
  return { pressed, respond, seen, shown, counts, all, bodies, release }
}

function permutations(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]]
  return permutations(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
  )
}

const HISTORIES: readonly (readonly Button[])[] = [
  ['like', 'unlike'],
  ['like', 'save'],
  ['like', 'unlike', 'like'],
  ['like', 'save', 'unlike'],
  ['save', 'like', 'unsave'],
]

describe.each(HISTORIES.map((it) => [it.join(', '), it] as const))('%s', (_, buttons) => {
  const orders = permutations(buttons.length)
  const pairs = orders.flatMap((served) => orders.map((landing) => ({ served, landing })))
  // Of three buttons there are 36, of which others come in each mode.
  const some = (rest: number) =>
    pairs.filter((__, at) => pairs.length < 9 || isExhaustive || at % 6 === rest)

  it.each([true, false])(
    'ends as the server has it, after one request of each reader (optimistic: %s)',
    async (isOptimistic) => {
      for (const { served, landing } of some(isOptimistic ? 0 : 3)) {
        const { responses, last } = serve(served.map((at) => buttons[at] as Button))
        const it = await page(buttons, isOptimistic)
        for (const at of landing) {
          it.pressed[at]?.resolve(responses[served.indexOf(at)])
          await turns(3)
        }
        await it.respond(last)
        const all = it.bodies(Article.fromJS(last))
        expect({ served, landing, all: it.all() }).toEqual({ served, landing, all })
        expect(Math.max(...it.counts())).toBeLessThanOrEqual(1)
        it.release()
      }
    },
  )

  it.each([
    ['the article', true],
    ['nothing', false],
  ])('shows what is expected if a server that works in order sends %s', async (__, isWhole) => {
    const { responses, last } = serve(buttons)
    for (const landing of orders) {
      const it = await page(buttons, true)
      const from = it.seen.length - 1
      for (const at of landing) {
        it.pressed[at]?.resolve(isWhole ? responses[at] : undefined)
        await turns(3)
      }
      const liked = it.seen.slice(from).map((shown) => shown.liked)
      expect({ landing, liked: [...new Set(liked)] }).toEqual({ landing, liked: [last.liked] })
      it.release()
    }
  })
})
