import type { AnyEndpoint, App } from './App'
import { type Fields, USERS } from './Database'
import { type Expected, expectedOf } from './expected'
import type { Features } from './Features'
import { keyOf } from './History'
import { nextPage } from './paging'
import type { Readers } from './Readers'
import type { Store } from './SessionStore'
import { shownOf } from './shown'
import type { Mutation } from './steps'
import type { World } from './World'

/** A session, as far as requests depend on it. */
interface Sender {
  readonly features: Features
  readonly app: App
  readonly store: Store
  readonly world: World
  readonly readers: Readers
  readonly expected: Expected[]
  readonly confirmed: Expected[]
  keyAt(row: number): string | undefined
  readonly loadedPages: Map<string, number>
}

/** Sends a mutation, as a user does; one that is about a row does nothing where no task is shown. */
export function performMutation(session: Sender, step: Mutation): void {
  const key = 'row' in step ? session.keyAt(step.row) : undefined
  const [endpoint, ...args] = requestOf(session, step, key) ?? []
  if (endpoint === undefined) return
  const { features, expected, confirmed } = session
  const isShown = endpoint.getOptimisticResponse !== undefined
  if (isShown) expected.push(expectedOf(step, key))
  if (isShown && features.updatesWithoutBody) confirmed.push(expectedOf(step, key))
  session.world.log.push(`  it sends ${endpoint.name} ${JSON.stringify(args)}`)
  const { controller } = session.store
  // A failure shows in what readers see.
  void Promise.resolve(controller.fetch(endpoint, ...(args as never[]))).catch(() => undefined)
}

type Request = readonly [endpoint: AnyEndpoint, ...args: object[]]

function requestOf(session: Sender, step: Mutation, key: string | undefined): Request | undefined {
  const { writes } = session.app
  switch (step.do) {
    case 'create':
      return [writes.create, step.fields]
    case 'createIn': {
      const { project, ...fields } = step.fields
      return [writes.createIn, { project }, fields]
    }
    case 'createUser':
      return [writes.createUser, { login: step.name }]
    case 'renameUser':
      return [writes.renameUser, idOf(step), { name: step.name }]
    case 'follow':
    case 'block':
      return [writes[step.do][step.on ? 'on' : 'off'], idOf(step)]
    default:
      return requestOfRow(session, step, key)
  }
}

function idOf({ user }: { readonly user: number }): object {
  return { id: USERS[user % USERS.length] }
}

function requestOfRow(
  { app, features }: Sender,
  step: Extract<Mutation, { readonly row: number }>,
  key: string | undefined,
): Request | undefined {
  if (key === undefined) return undefined
  const params = { [app.key]: key }
  const { writes } = app
  switch (step.do) {
    case 'reply':
      // Replies of a task that is renamed would be at another address.
      return features.hasSlugs ? undefined : [writes.reply, params, step.fields]
    case 'put':
      return [writes.update, params, step.fields]
    case 'patch':
      return [writes.patch, params, step.fields]
    case 'move':
      return [writes.move, params, step.fields]
    case 'toggle':
      return [writes.toggles[step.toggle][step.on ? 'on' : 'off'], params]
    default:
      return [writes[step.do], params]
  }
}

/** Loads a further page of a list that is shown. */
export function performNextPage(session: Sender, which: number): void {
  const { readers, store, world, loadedPages } = session
  const paged = readers.mounted.filter(({ call }) => call.paging !== undefined)
  const reader = paged[which % Math.max(1, paged.length)]
  if (reader === undefined) return
  const screen = readers.screenOf(reader)
  const { paging, endpoint, name } = reader.call
  if (screen.is !== 'data' || paging === undefined) return
  const keys = shownOf(screen.value).members.map(keyOf)
  const args = nextPage(paging, screen.value as Fields, keys)
  if (args === undefined) return
  world.log.push(`  it loads the page ${JSON.stringify(args)} of ${name}`)
  loadedPages.set(name, (loadedPages.get(name) ?? 0) + 1)
  const page = (endpoint as { readonly getPage?: AnyEndpoint }).getPage
  void store.controller.fetch(page as AnyEndpoint, args as never).catch(() => undefined)
}
