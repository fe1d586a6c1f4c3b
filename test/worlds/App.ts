import {
  Collection,
  type Controller,
  Invalidate,
  type ReadEndpoint,
  resource,
  RestEndpoint,
  type Schema,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { onFocus } from 'rtk-rest/refetch'
import { canDeclare, enveloped, filtersOf, PEOPLE_FILTERS } from './declared'
import { createTasks, Project, type TaskClasses, User } from './entities'
import { expectToggle } from './expectToggle'
import { type Features, type Paging, PAGINGS, type Toggle, TOGGLES } from './Features'
import { pagedOptions } from './paging'
import type { Change } from './writes'

/** An endpoint of any kind: what it takes follows from the features of the world. */
export type AnyEndpoint = RestEndpoint & ReadEndpoint

/** The endpoints of a resource. */
type Endpoints = Readonly<
  Record<'get' | 'getList' | 'create' | 'update' | 'partialUpdate' | 'delete', AnyEndpoint>
>

/** What a user switches on and off. */
interface Switch {
  readonly on: AnyEndpoint
  readonly off: AnyEndpoint
}

/** How often readers with `useLive` poll, in ms, while somebody looks at the app. */
const POLL = 40

/** The endpoints of an app, declared as a user of the library does for a server of these features. */
export class App {
  readonly features: Features
  /** The field that has the key of a task. */
  readonly key: 'id' | 'slug'
  readonly reads: ReturnType<App['createReads']>
  readonly writes: ReturnType<App['createWrites']>
  readonly #shared: object
  readonly #classes: TaskClasses
  readonly #tasks: Endpoints
  /** One Collection, where an app has one for all lists of tasks. */
  readonly #anyTasks: object
  readonly #people = new Collection([User])
  /** New tasks are in front, and the app says so. */
  readonly #isAtFront: boolean

  constructor(features: Features, urlPrefix: string) {
    this.features = features
    this.key = features.hasSlugs ? 'slug' : 'id'
    this.#isAtFront = features.isPlaceSaid && features.isNewestFirst
    this.#classes = createTasks(features)
    this.#anyTasks = new Collection([this.#classes.Summary])
    this.#shared = {
      urlPrefix,
      ...(features.isPolled && { pollFrequency: POLL }),
      ...(features.isFocused && { refetchOn: onFocus, dataExpiryLength: 1 }),
    }
    this.#tasks = this.#createTasks()
    this.reads = this.createReads()
    this.writes = this.createWrites()
  }

  /** Takes a message of a socket, as the docs advise. */
  receive(controller: Controller, { kind, table, data, oldKey }: Change): void {
    const { push, unshift, move } = table === 'user' ? this.#listOfUsers : this.#listOfTasks
    const write = controller.set as (schema: Schema, ...rest: readonly object[]) => unknown
    const params = { [this.key]: oldKey ?? data[this.key] ?? '' }
    if (this.features.isDeclared) for (const it of this.#byTheWayOf(table)) controller.expireAll(it)
    if (table === 'user') write(kind === 'create' ? push : User, data)
    else if (kind === 'create') write(this.#isAtFront ? unshift : push, data)
    else if (kind === 'update' && oldKey === undefined) write(move, params, data)
    else write(new Invalidate(this.#classes.Task), params, params)
    // Nothing but the response of a mutation renames: a task with a new key takes the place of the old one.
    if (oldKey !== undefined) write(this.#isAtFront ? unshift : push, data)
  }

  /** The Collection of one of several endpoints that read lists of people. */
  get #listOfUsers(): Collection {
    return this.reads.getUsers.schema as Collection
  }

  /** The Collection in the schema of the list of tasks. */
  get #listOfTasks(): Collection {
    const schema = this.#tasks.getList.schema as { readonly items?: Collection }
    return schema.items ?? (schema as Collection)
  }

  #createTasks(): Endpoints {
    const { features } = this
    const { Task, Summary } = this.#classes
    const options = {
      ...this.#shared,
      path: this.#at(`/tasks/:${this.key}`),
      schema: Task,
      searchParams: {},
      ...(features.hasSummaries && { summary: Summary }),
      ...(features.isOptimistic && { optimistic }),
      ...(canDeclare && this.#isAtFront && { create: 'front' }),
    }
    const base = resource(options as never) as unknown as Endpoints & {
      extend(name: string, options: object): Endpoints
    }
    const list = features.isDeclared ? new Collection([Summary], filtersOf(features)) : this.#list()
    const isPlain = features.envelope === 'none' && !features.isDeclared
    return isPlain ? base : base.extend('getList', { schema: enveloped(features, list) })
  }

  createReads() {
    const { features, key } = this
    const { Summary } = this.#classes
    const getUsers = this.#endpoint('getUsers', '/users', { schema: this.#people })
    return {
      getTask: this.#readOnly(this.#tasks.get, `/tasks/:${key}`),
      getTasks: this.#tasks.getList,
      getFeed: this.#readOnly(this.#tasksAt('getFeed', '/tasks/feed', true), '/tasks/feed'),
      getProjectTasks: this.#tasksAt('getProjectTasks', '/projects/:project/tasks', false),
      getReplies: this.#tasksAt('getReplies', `/tasks/:${key}/replies`, false),
      search: this.#endpoint('search', '/tasks/search', {
        method: 'POST',
        sideEffect: false,
        searchParams: undefined,
        schema: enveloped(features, this.#searched()),
      }),
      streams: recordOf(PAGINGS, (paging: Paging) =>
        this.#read(`by ${paging}`, `/stream/${paging}`, pagedOptions(features, paging, Summary)),
      ),
      getProject: this.#read('getProject', '/projects/:id', { schema: Project }),
      getStats: this.#read('getStats', '/stats', { schema: { stats: { open: -1 } } }),
      getUser: this.#read('getUser', '/users/:id', { schema: User }),
      getUsers,
      getBlocked: this.#peopleAt(getUsers, 'getBlocked', '/blocked'),
      getFollowing: this.#peopleAt(getUsers, 'getFollowing', '/users/me/following'),
      getFollowers: this.#peopleAt(getUsers, 'getFollowers', '/users/:id/followers'),
    }
  }

  createWrites() {
    const { reads } = this
    const { getList, create, update, partialUpdate, delete: remove } = this.#tasks
    const isByHand = this.#isAtFront && !canDeclare
    const { Task } = this.#classes
    return {
      create: this.#changing((isByHand ? getList.unshift : create) as AnyEndpoint),
      createIn: this.#changing(reads.getProjectTasks.push as AnyEndpoint),
      reply: this.#changing(reads.getReplies.push as AnyEndpoint),
      update: this.#changing(update),
      patch: this.#changing(partialUpdate),
      move: this.#changing(getList.move as AnyEndpoint),
      delete: this.#changing(remove),
      close: this.#changing(this.#action('close', `/tasks/:${this.key}/close`, 'POST', Task)),
      toggles: recordOf(TOGGLES, (toggle: Toggle) => this.#toggle(toggle)),
      createUser: reads.getUsers.push as AnyEndpoint,
      renameUser: this.#endpoint('renameUser', '/users/:id', {
        method: 'PATCH',
        searchParams: undefined,
        schema: User,
      }),
      follow: this.#userSwitch('follow'),
      block: this.#userSwitch('block'),
    }
  }

  #toggle(toggle: Toggle): Switch {
    const { Task } = this.#classes
    const make = (method: string, on: boolean): AnyEndpoint => {
      const expected = this.features.isOptimistic && expectToggle(Task, this.key, toggle, on)
      const path = `/tasks/:${this.key}/${toggle}`
      return this.#changing(this.#action(`${method} ${toggle}`, path, method, Task, expected))
    }
    return { on: make(toggle === 'pin' ? 'PUT' : 'POST', true), off: make('DELETE', false) }
  }

  #userSwitch(name: string): Switch {
    const make = (method: string): AnyEndpoint =>
      this.#changing(this.#action(`${method} ${name}`, `/users/:id/${name}`, method, User), 'user')
    return { on: make('POST'), off: make('DELETE') }
  }

  /** A mutation of one entity that has no body, and an address of its own. */
  #action(
    name: string,
    path: string,
    method: string,
    schema: object,
    more: object | false = {},
  ): AnyEndpoint {
    const options = { method, body: undefined, searchParams: undefined, schema, ...more }
    return this.#endpoint(name, path, options)
  }

  #endpoint(name: string, path: string, options: object): AnyEndpoint {
    const given = { ...this.#shared, searchParams: {}, name, path: this.#at(path), ...options }
    return new RestEndpoint(given as never) as AnyEndpoint
  }

  /** A list of tasks at another address, of whose members the app knows no rule. */
  #tasksAt(name: string, path: string, isEnveloped: boolean): AnyEndpoint {
    const { features } = this
    const list = this.#list()
    const schema = isEnveloped ? enveloped(features, list) : list
    if (features.lists !== 'extended') return this.#endpoint(name, path, { schema })
    const isSame = !features.isDeclared && (isEnveloped || features.envelope === 'none')
    return this.#extended(this.#tasks.getList, name, path, isSame ? {} : { schema })
  }

  #peopleAt(getUsers: AnyEndpoint, name: string, path: string): AnyEndpoint {
    const { lists, isDeclared } = this.features
    const isRuled = isDeclared && canDeclare && path === '/blocked'
    const options = isRuled ? { schema: new Collection([User], PEOPLE_FILTERS) } : {}
    if (lists === 'extended') {
      return this.#readOnly(this.#extended(getUsers, name, path, options), path)
    }
    const schema = lists === 'own' ? new Collection([User]) : this.#people
    return this.#read(name, path, { schema, ...options })
  }

  #extended(endpoint: AnyEndpoint, name: string, path: string, options: object): AnyEndpoint {
    return endpoint.extend({ name, path: this.#at(path), ...options } as never) as AnyEndpoint
  }

  /** What follows from the tasks, or from the users. */
  #byTheWayOf(table: Change['table']): readonly AnyEndpoint[] {
    const { getProject, getStats, getFollowers } = this.reads
    return table === 'task' ? [getProject, getStats] : [getFollowers]
  }

  /** A mutation that also changes what follows from its table, which an app may say. */
  #changing(endpoint: AnyEndpoint, table: Change['table'] = 'task'): AnyEndpoint {
    const options = { expireAll: this.#byTheWayOf(table) }
    return this.features.isDeclared ? (endpoint.extend(options as never) as AnyEndpoint) : endpoint
  }

  /** Searches leave out what is done, as the list of tasks does, which only the app can know. */
  #searched(): object {
    const { features } = this
    if (!features.isOpenOnly) return this.#list()
    return new Collection([this.#classes.Summary], filtersOf(features))
  }

  #list(): object {
    if (this.features.lists === 'shared') return this.#anyTasks
    return new Collection([this.#classes.Summary])
  }

  /** An endpoint that is for reading alone. */
  #read(name: string, path: string, options: object): AnyEndpoint {
    return this.#readOnly(this.#endpoint(name, path, options), path)
  }

  #readOnly(endpoint: AnyEndpoint, path: string): AnyEndpoint {
    const { isRedirected } = this.features
    return isRedirected ? (endpoint.extend({ path } as never) as AnyEndpoint) : endpoint
  }

  /** A path in the form that the server has. */
  #at(path: string): string {
    return this.features.hasSlashes ? `${path}/` : path
  }
}

function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>
}
