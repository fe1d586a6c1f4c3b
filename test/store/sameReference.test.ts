import { http, HttpResponse } from 'msw'
import { Collection, Entity, getRow, Invalidate, resource, rows, type RestState } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore, Post, PostResource, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }
const posts = [
  { id: '1', title: 'one', author: ada },
  { id: '2', title: 'two', author: bob },
  { id: '3', title: 'three', author: ada },
]

async function twoLists() {
  server.use(
    http.get(`${API}/users`, () => HttpResponse.json([ada, bob])),
    http.get(`${API}/posts`, () => HttpResponse.json(posts)),
    http.patch(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada Lovelace' })),
  )
  const world = createStore()
  await world.controller.fetch(UserResource.getList)
  await world.controller.fetch(PostResource.getList)
  const { selectData, selectEntity } = world.rest.selectors
  const read = () => {
    const state = world.store.getState()
    return {
      users: selectData(state, UserResource.getList) ?? [],
      posts: selectData(state, PostResource.getList) ?? [],
      ada: selectEntity(state, User, '1'),
    }
  }
  return { ...world, read }
}

function everyRow(state: RestState): Map<string, object> {
  const found = new Map<string, object>()
  for (const [schemaKey, table] of Object.entries(state.entities)) {
    for (const [pk, row] of rows(table)) found.set(`${schemaKey} ${pk}`, row)
  }
  return found
}

describe('updating one entity that is in two lists', () => {
  it('changes exactly one row', async () => {
    const { store, controller, actions } = await twoLists()
    const before = everyRow(store.getState().rest)
    await controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada Lovelace' })
    const after = everyRow(store.getState().rest)
    const changed = [...after].filter(([name, row]) => before.get(name) !== row)
    expect(changed.map(([name]) => name)).toEqual(['User 1'])
    expect(actions.at(-1)).toMatchObject({
      payload: { entities: { User: { 1: { data: { name: 'Ada Lovelace' } } } } },
    })
    expect(Object.keys((actions.at(-1) as never as Payload).payload.entities)).toEqual(['User'])
  })

  it('creates new objects only for the entity and its containers', async () => {
    const { controller, read } = await twoLists()
    const before = read()
    expect(before.posts[0]?.author).toBe(before.users[0])
    await controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada Lovelace' })
    const after = read()
    expect(after.ada).not.toBe(before.ada)
    expect(after.users).not.toBe(before.users)
    expect(after.users[0]).toBe(after.ada)
    expect(after.users[1]).toBe(before.users[1])
    expect(after.posts.map((post, index) => post === before.posts[index])).toEqual([
      false,
      true,
      false,
    ])
    expect(after.posts[2]?.author).toBe(after.ada)
    expect(read()).toEqual(after)
    expect(read().posts).toBe(after.posts)
  })

  it('keeps all objects if the response has the same data', async () => {
    const { controller, store, read } = await twoLists()
    const before = read()
    const data = getRow(store.getState().rest.entities['User'], '1')?.data
    await controller.fetch(UserResource.getList)
    await controller.fetch(PostResource.getList)
    const after = read()
    expect(after.users).toBe(before.users)
    expect(after.posts).toBe(before.posts)
    expect(getRow(store.getState().rest.entities['User'], '1')?.data).toBe(data)
  })

  it('gives the earlier objects again in an earlier state', async () => {
    const { controller, rest, store, read } = await twoLists()
    const past = store.getState()
    const before = read()
    await controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada Lovelace' })
    const present = store.getState()
    const after = read()
    const { selectData } = rest.selectors
    expect(selectData(past, PostResource.getList)).toBe(before.posts)
    expect(selectData(present, PostResource.getList)).toBe(after.posts)
    expect(selectData(past, UserResource.getList)?.[0]).toBe(before.ada)
    expect(selectData(present, PostResource.get, { id: '3' })?.author).toBe(after.ada)
  })
})

function reviewedPosts() {
  const { controller } = createStore()
  const list = new Collection([Post])
  controller.set(list, {}, [{ id: '1', title: 'one', author: ada, reviewer: bob }])
  return {
    controller,
    remove: () => controller.set(new Invalidate(User), { id: '2' }),
    readList: () => controller.get(list, {}),
    readPost: () => controller.get(Post, { id: '1' }),
  }
}

interface Payload {
  payload: { entities: object }
}

describe('reading an entity', () => {
  it('gives the same object in a list and by itself', async () => {
    server.use(
      http.get(`${API}/posts`, () => HttpResponse.json(posts)),
      http.get(`${API}/posts/1`, () => HttpResponse.json(posts[0] as object)),
    )
    const { controller } = createStore()
    const [inList] = await controller.fetch(PostResource.getList)
    expect(await controller.fetch(PostResource.get, { id: '1' })).toBe(inList)
    expect(controller.get(Post, { id: '1' })).toBe(inList)
  })

  it('gives the same object in a list and by itself after a nested entity was deleted twice', () => {
    const { controller, remove, readList, readPost } = reviewedPosts()
    remove()
    expect(readList()?.[0]?.reviewer).toBeUndefined()
    controller.set(User, { id: '2' }, bob)
    expect(readPost()?.reviewer).toEqual(bob)
    remove()
    const post = readPost()
    expect(post?.reviewer).toBeUndefined()
    expect(readList()?.[0]).toBe(post)
  })

  it('gives the same object after a nested deleted entity is deleted again', () => {
    const { remove, readList } = reviewedPosts()
    remove()
    const before = readList()
    remove()
    expect(readList()).toBe(before)
  })

  it('gives the same object through an object schema without a request', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([ada, bob])))
    const { rest, controller, store } = createStore()
    await controller.fetch(UserResource.getList)
    const both = { one: User, other: User }
    const read = () => rest.selectors.selectQuery(store.getState(), both, { id: '1' })
    expect(read()).toEqual({ one: ada, other: ada })
    expect(read()).toBe(read())
  })

  it('supports cycles, also through lists, and gives new objects to a whole cycle', async () => {
    class Person extends Entity {
      id = ''
      name = ''
      friend: Person | undefined = undefined
      friends: Person[] = []
      static override key = 'Person'
      static override schema: Record<string, typeof Person | [typeof Person]> = {}
    }
    Person.schema = { friend: Person, friends: [Person] }
    const PersonResource = resource({ path: '/people/:id', urlPrefix: API, schema: Person })
    server.use(
      http.get(`${API}/people`, () =>
        HttpResponse.json([
          { id: '1', name: 'a', friend: '2', friends: ['2', '3'] },
          { id: '2', name: 'b', friend: '1', friends: ['1'] },
          { id: '3', name: 'c', friend: null, friends: [] },
        ]),
      ),
    )
    const { controller, rest, store } = createStore()
    const [a, b, c] = await controller.fetch(PersonResource.getList)
    expect(a?.friend).toBe(b)
    expect(b?.friend).toBe(a)
    expect(a?.friends).toEqual([b, c])
    store.dispatch(rest.set(Person, { id: '3' }, { id: '3', name: 'changed' }))
    const [a2, b2, c2] = controller.getResponse(PersonResource.getList).data ?? []
    expect(c2?.name).toBe('changed')
    expect(a2).not.toBe(a)
    expect(b2).not.toBe(b)
    expect(a2?.friends[1]).toBe(c2)
    expect(b2?.friend).toBe(a2)
  })

  it('gives different objects in two stores', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([ada, bob])))
    const one = createStore()
    const other = createStore()
    const [first] = await one.controller.fetch(UserResource.getList)
    const [second] = await other.controller.fetch(UserResource.getList)
    expect(first).toEqual(second)
    expect(first).not.toBe(second)
  })
})
