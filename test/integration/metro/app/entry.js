import './phone'
import { configureStore } from '@reduxjs/toolkit'
import { backoff, createRest, Entity, Lazy, normalize, resource, RestEndpoint } from 'rtk-rest'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'

// An app that Metro bundles. It tells what it found as one object.

const urlPrefix = globalThis.API

class User extends Entity {
  id = ''
  name = ''
  team = ''
  static key = 'User'
}

const UserResource = resource({
  path: '/users/:id',
  urlPrefix,
  schema: User,
  retry: backoff({ minDelay: 1 }),
})
const getTicks = new RestEndpoint({ path: '/ticks', urlPrefix, pollFrequency: 30 })
const inTeam = (team) => ({ team, order: 'name' })

const rest = createRest()
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) => defaults().concat(rest.middleware),
})
const { selectAll, selectData, selectEntity, selectRequest } = rest.selectors
const fetch = (endpoint, ...args) => store.dispatch(rest.fetch(endpoint, ...args)).unwrap()
const namesIn = (team) =>
  selectData(store.getState(), UserResource.getList, inTeam(team))?.map(({ name }) => name)

async function readAndWrite() {
  const { name } = await fetch(UserResource.get, { id: 1 })
  await fetch(UserResource.getList, inTeam('red'))
  await fetch(UserResource.getList, inTeam('blue'))
  const before = store.getState()
  const reds = (state) => selectData(state, UserResource.getList, inTeam('red'))
  const redsBefore = reds(before)
  await fetch(UserResource.partialUpdate, { id: 1 }, { name: 'Augusta' })
  reds(store.getState())
  await fetch(UserResource.getList.push, { team: 'red', order: 'name', name: 'Cy' })
  await fetch(UserResource.partialUpdate, { id: 1 }, { name: 'Ada Lovelace' })
  await fetch(UserResource.delete, { id: 2 })
  const { entities } = before.rest
  return {
    retried: name,
    one: selectEntity(store.getState(), User, '1')?.name,
    red: namesIn('red'),
    blue: namesIn('blue'),
    all: selectAll(store.getState(), User).length,
    status: selectRequest(store.getState(), UserResource.getList, inTeam('red')).status,
    // A copy of the state, so that the earlier list is found by its rows.
    isRemembered: reds({ rest: { ...before.rest, entities: { ...entities } } }) === redsBefore,
  }
}

async function poll() {
  const slower = getTicks.extend({ pollFrequency: 5_000 })
  for (const endpoint of [slower, getTicks]) store.dispatch(rest.subscribe(endpoint))
  await new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (!(selectData(store.getState(), getTicks)?.count >= 3)) return
      stop()
      resolve()
    })
  })
  for (const endpoint of [slower, getTicks]) store.dispatch(rest.unsubscribe(endpoint))
}

function messageOf(run) {
  try {
    return run()
  } catch (error) {
    return error.message
  }
}

function describeEndpoints() {
  const search = new RestEndpoint({ path: '/x', method: 'POST', sideEffect: false, body: {} })
  const named = new RestEndpoint({ path: '/:größe-:$a/:"b c"', urlPrefix: '' })
  const schema = { 'größe 1': { user: User } }
  return {
    path: named.url({ größe: 'L', $a: 1, 'b c': 'x' }),
    isKeySorted: search.key({ a: 1, b: 2 }) === search.key({ b: 2, a: 1 }),
    shape: messageOf(() => normalize(schema, { 'größe 1': { user: [] } })),
    lazy: typeof new Lazy([User]).query,
  }
}

async function run() {
  const found = { ...(await readAndWrite()), ...describeEndpoints() }
  await poll()
  rest.dispose(store)
  return { ...found, hooks: [typeof AsyncBoundary, typeof useSuspense] }
}

globalThis.result = run().then(JSON.stringify, (error) => `${error}\n${error.stack}`)
globalThis.result.then((text) => globalThis.print?.(`result: ${text}`))
