import { readFileSync, writeFileSync } from 'node:fs'
import { http, HttpResponse } from 'msw'
import { format } from 'prettier'
import { createRest, resource, type RestAction, type RestState } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, deferred, PostResource, User } from '../support/world'

// The samples in docs/state-and-actions.md are what this session really does.
// After a deliberate change: UPDATE_DOCS=1 npx vitest run test/docs/samples.test.ts
const PAGE = 'docs/state-and-actions.md'

const UserResource = resource({
  path: '/users/:id',
  urlPrefix: API,
  schema: User,
  optimistic,
})

async function recordSession(): Promise<Record<string, unknown>> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  const ada = { id: '1', name: 'Ada' }
  const release = deferred()
  server.use(
    http.get(`${API}/users`, () => HttpResponse.json([ada, { id: '2', name: 'Bob' }])),
    http.get(`${API}/posts/7`, () => HttpResponse.json({ id: '7', title: 'Hello', author: ada })),
    http.patch(`${API}/users/1`, async ({ request }) => {
      const body = (await request.json()) as { name: string }
      if (body.name === 'Ada King') await release.promise
      return HttpResponse.json({ id: '1', ...body })
    }),
    http.delete(`${API}/users/2`, () => new HttpResponse(null, { status: 204 })),
    http.get(`${API}/users/9`, () => HttpResponse.json({}, { status: 404 })),
  )
  const { store, rest, actions, controller } = createStore()
  await controller.fetch(UserResource.getList)
  await controller.fetch(PostResource.get, { id: '7' })
  await controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada Lovelace' })
  await controller.fetch(UserResource.delete, { id: '2' })
  await store.dispatch(rest.fetch(UserResource.get, { id: '9' }))
  store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Countess' }))
  const rename = controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada King' })
  const state = store.getState().rest
  release.resolve()
  await rename
  store.dispatch(rest.invalidate(PostResource.get, { id: '7' }))
  store.dispatch(rest.expire(UserResource.getList))
  store.dispatch(rest.expireAll(UserResource.getList))
  store.dispatch(rest.invalidateAll(UserResource.getList))
  const getUncached = PostResource.get.extend({ dataExpiryLength: 0 })
  const reader = controller.retain(getUncached, { id: '7' })
  await controller.allSettled()
  reader.release()
  // An unread response stays for a second. `vi.waitFor` would advance the clock each time that it looks.
  await new Promise<void>((resolve) =>
    store.subscribe(() => {
      if (actions.at(-1)?.type === 'rest/gc') resolve()
    }),
  )
  store.dispatch(rest.reset())
  return { state, ...samplesOf(actions) }
}

/** One of each: the first pending actions of a read and of a mutation, the responses by their data, and all others. */
function samplesOf(actions: readonly RestAction[]): Record<string, RestAction> {
  const samples: Record<string, RestAction> = {}
  for (const action of actions) {
    const isPending = action.type.endsWith('/pending')
    const isMutation = 'sideEffect' in action.meta
    const name = isPending ? (isMutation ? 'pending mutation' : 'pending') : action.type
    samples[name] ??= action
  }
  return samples
}

/** As JSON, with ids and the address of the test server replaced by readable words. */
async function toJson(sample: unknown): Promise<string> {
  const ids = new Map<string, string>()
  const withIds = JSON.stringify(sample, (key, value: unknown) => {
    const kind = KINDS_OF_IDS.get(key)
    if (kind === undefined || typeof value !== 'string') return value
    if (!ids.has(value)) ids.set(value, `${kind}-${ids.size + 1}`)
    return value
  })
  const json = [...ids].reduce(
    (text, [id, word]) => text.replaceAll(`"${id}"`, `"${word}"`),
    withIds,
  )
  return format(json.replaceAll(API, ''), { parser: 'json', printWidth: 100 })
}

const KINDS_OF_IDS = new Map([
  ['requestId', 'request'],
  ['session', 'store'],
])

describe('docs/state-and-actions.md', () => {
  it('contains the recorded state and all recorded actions', async () => {
    const samples = await recordSession()
    const texts = Object.fromEntries(
      await Promise.all(
        Object.entries(samples).map(async ([name, it]) => [name, await toJson(it)] as const),
      ),
    )
    const page = readFileSync(PAGE, 'utf8')
    const shown = new Set<string>()
    const updated = page.replaceAll(
      /(<!-- sample: (.*?) -->\n+```json\n).*?(^```$)/gms,
      (_, before: string, name: string, after: string) => {
        shown.add(name)
        return `${before}${texts[name]}${after}`
      },
    )
    expect([...shown].toSorted()).toEqual(Object.keys(samples).toSorted())
    if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(PAGE, updated)
    expect(page).toBe(updated)
  })

  it('describes actions that are plain data, whose replay gives the same state', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
    server.use(http.get(`${API}/users`, () => HttpResponse.json([{ id: '1', name: 'Ada' }])))
    const { store, rest, actions, controller } = createStore()
    await controller.fetch(UserResource.getList)
    store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Countess' }))
    store.dispatch(rest.invalidate(UserResource.getList))
    const replayed = JSON.parse(JSON.stringify(actions)) as RestAction[]
    expect(replayed).toEqual(actions)
    const { reducer } = createRest()
    const state = replayed.reduce<RestState | undefined>(
      (before, action) => reducer(before, action as never),
      undefined,
    )
    expect(state).toEqual(store.getState().rest)
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })
})
