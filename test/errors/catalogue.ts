import { http, HttpResponse } from 'msw'
import { Entity, normalize, RestEndpoint, Scalar, Values } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { API, server } from '../support/server'
import { createStore, UserResource } from '../support/world'
import {
  expectWrongly,
  nameNextPageWrongly,
  readWithoutMiddleware,
  readWithoutReducer,
  readStateOfOtherVersion,
  renderWithTwoInstances,
  streamWrongly,
  storeWhereDenied,
} from './mistakes'

// Every message of the programmer's mistakes that a production build can show: docs/errors.md is made of it, and each of
// them is made to happen.

/** How an app gets the messages, for the page. */
export const RAISED = {
  Error: 'an `Error`',
  TypeError: 'a `TypeError`',
  SchemaError: 'a `SchemaError`, whose `path` is the place in the response',
  'console.error': 'a message of `console.error`',
  reportError:
    'an `Error` that `reportError` gets, or `console.error` where there is no `reportError`',
} as const

/** A mistake of a programmer, and the message that it has in production. */
export interface CatalogueEntry {
  readonly code: string
  /** What went wrong, for the page. */
  readonly cause: string
  /** What to do, for the page. */
  readonly cure: string
  /** What the message shows besides the code, for the page. */
  readonly shows?: string
  /** Makes the mistake, whose error is thrown or the reason of a rejection. */
  make(): unknown
  /** The name of the error that is thrown, or what gets the message. */
  readonly raises: keyof typeof RAISED
  /** The facts in the message of this mistake. */
  readonly facts?: string
  /** The place in the response, of a `SchemaError`. */
  readonly path?: string
  /** What the mistake contains and no message may show. */
  readonly secret?: string
}

export type Catalogue = Readonly<Record<string, readonly CatalogueEntry[]>>

const SECRET = 'hunter2'
class Company extends Entity {
  id = ''
  static override key = 'Company'
}

const shareOf = (lens: () => string | undefined, entity?: typeof Entity): unknown =>
  normalize(new Values(new Scalar({ lens, key: 'share', ...(entity && { entity }) })), { 1: {} })

const setup: readonly CatalogueEntry[] = [
  {
    code: 'missing-middleware',
    cause: 'A store was used that does not have the middleware of `createRest`.',
    cure: 'Add it in `configureStore`: `middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware)`.',
    make: readWithoutMiddleware,
    raises: 'Error',
  },
  {
    code: 'missing-reducer',
    cause: 'The state of a store has no part of the library.',
    cure: 'Add `reducer: { [rest.reducerPath]: rest.reducer }` in `configureStore`. With `combineSlices`, call `rest.injectInto(reducer)` before the first use.',
    shows: 'the place in the state where the part was expected',
    make: readWithoutReducer,
    raises: 'Error',
    facts: 'state.rest',
  },
  {
    code: 'unreadable-state',
    cause:
      'A state that was persisted, preloaded, imported or given to `rest.hydrate` is of another version, of another library, or was changed by hand. It counts as empty.',
    cure: 'Discard persisted states of other versions of the package. Preload only what the reducer made.',
    shows: 'the place in the state, or `hydrate(state)`',
    make: readStateOfOtherVersion,
    raises: 'console.error',
    facts: 'state.rest',
  },
  {
    code: 'storage-failed',
    cause:
      'The storage of `persistence` is full or denied, does not respond, or holds what nobody can read. It is said once, and once more where a removal fails; the app goes on without what is stored.',
    cure: 'None where the user denies it. Otherwise, store less with `include`, and check that no one else uses the `key`.',
    shows: 'the `key` of `persistence`',
    make: storeWhereDenied,
    raises: 'console.error',
    facts: 'my-app',
    secret: SECRET,
  },
  {
    code: 'several-instances',
    cause:
      'A hook was rendered in a store with several instances, and cannot tell which one to use.',
    cure: 'Use the hooks of `createRestHooks({ rest })`, of `rtk-rest/react`, which are bound to one instance.',
    shows: 'the `reducerPath` of each instance',
    make: renderWithTwoInstances,
    raises: 'Error',
    facts: 'rest, other',
  },
]

const requests: readonly CatalogueEntry[] = [
  {
    code: 'missing-manager',
    cause:
      'An option has a plain value, such as `scope: "cart"`, where it takes what an import brings. Nothing would run it.',
    cure: 'Write the option with the import that the message names in development: `scope: [serial, "cart"]`.',
    shows: 'the name of the endpoint, and the option',
    make: () => {
      const { controller } = createStore()
      const pay = UserResource.create.extend({ scope: 'cart' as never })
      return controller.fetch(pay, { name: 'Ada' })
    },
    raises: 'TypeError',
    facts: 'User.create, scope',
  },
  {
    code: 'invalid-parameters',
    cause: 'The parameters of a call are not an object: a text, a list, a `Map` or a form.',
    cure: "Pass them as one object, such as `({ id: '5' })`.",
    shows: 'the name of the endpoint',
    make: () => UserResource.getList.key(SECRET as never),
    raises: 'TypeError',
    facts: 'User.getList',
    secret: SECRET,
  },
  {
    code: 'missing-path-parameter',
    cause:
      'A call lacks a parameter of its path, or the parameter does not keep the shape of the path. It is empty, `.`, `..`, or an object, or it is a list where the path has no wildcard.',
    cure: 'Pass the parameter, a text or a number, in the first argument, in front of a body. One argument alone is the body of an endpoint that sends one.',
    shows: 'the name of the parameter, and the path',
    make: () => UserResource.get.key({ token: SECRET } as never),
    raises: 'TypeError',
    facts: '"id" of /users/:id',
    secret: SECRET,
  },
  {
    code: 'password-in-prefix',
    cause:
      'The `urlPrefix` of an endpoint has a user or a password in front of its host. `fetch` refuses such an address.',
    cure: 'Send the password as a header, in `getHeaders`.',
    shows: 'the path',
    make: () =>
      new RestEndpoint({ path: '/users', urlPrefix: `https://ada:${SECRET}@api.test` }).key(),
    raises: 'TypeError',
    facts: '/users',
    secret: SECRET,
  },
  {
    code: 'process-without-result',
    cause:
      'The `process` of an endpoint returned nothing for a response with a body, as after a forgotten `return`. What a mutation may have changed is fetched again.',
    cure: 'Return what is to be stored, or `null` if there is nothing. A `process` of a deletion may return nothing.',
    shows: 'the name of the endpoint',
    make: () => {
      const { controller } = createStore()
      server.use(http.post(`${API}/users`, () => HttpResponse.json({ id: SECRET })))
      const create = UserResource.create.extend({ process: () => undefined as never })
      return controller.fetch(create, {})
    },
    raises: 'TypeError',
    facts: 'User.create',
    secret: SECRET,
  },
  {
    code: 'unknown-temporary-key',
    cause:
      'The arguments of a call contain the temporary key of an entity that was being created, and the store knows no entity by it. The creation failed or was aborted, or its response does not show which entity it is, or a reset removed the entity, or the key is of another page. No request is sent.',
    cure: 'Offer the creation again. Keep no temporary key longer than a page.',
    shows: 'the name of the endpoint and the key',
    make: () => {
      const { controller } = createStore()
      const rename = UserResource.partialUpdate.extend({
        getOptimisticResponse: [optimistic, (_, params) => params],
      })
      return controller.fetch(rename, { id: 'new-aBcDeFgHiJ-1-1' }, {})
    },
    raises: 'Error',
    facts: 'User.partialUpdate, new-aBcDeFgHiJ-1-1',
  },
  {
    code: 'failed-callback',
    cause:
      '`getOptimisticResponse`, `update`, `invalidateAll` or `expireAll` of a mutation threw an error, or returned a value that cannot be used: a promise, no list of calls, data that does not fit the schema, or data that is not plain. The request goes on, and the function changes nothing.',
    cure: 'Correct the function. The `cause` of the error has the failure. Where there is no optimistic response, throw `snap.abort`.',
    shows: 'the name of the endpoint, and the name of the function',
    make: () => expectWrongly(SECRET),
    raises: 'reportError',
    facts: 'rename, getOptimisticResponse',
    secret: SECRET,
  },
  {
    code: 'failed-stream',
    cause:
      'A stream of the option `live` sent something that is no JSON text (`parse`) or does not fit the schema that it is written by (`write`), or one of its functions failed (`message`, `subscribe`, `unsubscribe`), or it could not connect (`connect`). What it concerns is left out, and each kind is said once for each address.',
    cure: 'Correct the function, or the message of the server. The `cause` of the error has the failure, except where it would show data.',
    shows: 'the kind of the stream, its address without a query string, and what failed',
    make: () => streamWrongly(SECRET),
    raises: 'reportError',
    facts: 'WebSocket ws://users.test, parse',
    secret: SECRET,
  },
  {
    code: 'next-page',
    cause: 'The function in `paginationField` gave something that names no page.',
    cure: 'Give the value of the parameter, parameters as an object, all arguments as a list, or an address with search parameters; nothing where there is no next page.',
    shows: 'the name of the endpoint, and the kind of value',
    make: nameNextPageWrongly,
    raises: 'TypeError',
    facts: 'GET /users, a boolean',
    secret: SECRET,
  },
]

const schemas: readonly CatalogueEntry[] = [
  {
    code: 'lens-without-value',
    cause:
      'The `lens` of a `Scalar` returned nothing for the arguments of a call whose response is stored.',
    cure: 'Pass the argument that the lens reads, or return a default.',
    shows: 'the name of its table',
    make: () => shareOf(() => undefined, Company),
    raises: 'SchemaError',
    facts: 'Scalar(share)',
    path: 'response["1"]',
  },
  {
    code: 'invalid-lens',
    cause:
      'The `lens` of a `Scalar` returned a text with `|`, which separates the parts of a primary key.',
    cure: 'Return a text without `|`, for example by `encodeURIComponent`.',
    shows: 'the name of its table',
    make: () => shareOf(() => `a|${SECRET}`, Company),
    raises: 'SchemaError',
    facts: 'Scalar(share)',
    path: 'response["1"]',
    secret: SECRET,
  },
  {
    code: 'duplicate-key',
    cause:
      'Two schemas have the same name, so their rows would be in one table. A minifier gives classes without a `static key` such names. A hot reload does not: in development the class that comes last takes the table over from one of the same name.',
    cure: 'Give each its own `static key`, or both the same one to share the table.',
    shows: 'the name',
    make: () => {
      const makeUser = () =>
        class User extends Entity {
          id = ''
        }
      const users = { one: { id: SECRET }, other: { id: SECRET } }
      return normalize({ one: makeUser(), other: makeUser() }, users)
    },
    raises: 'SchemaError',
    facts: 'User',
    path: 'response.other',
    secret: SECRET,
  },
]

/** The entries by the headings of docs/errors.md. */
export const catalogue: Catalogue = {
  Setup: setup,
  'Endpoints and requests': requests,
  Schemas: schemas,
}

export const entries: readonly CatalogueEntry[] = Object.values(catalogue).flat()
