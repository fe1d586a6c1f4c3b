import {
  All,
  Collection,
  Entity,
  EntityMixin,
  Invalidate,
  normalize,
  Query,
  resource,
  Scalar,
  schema,
  Values,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { API } from '../support/server'
import { createStore, User, UserResource } from '../support/world'
import {
  dispatchByHand,
  expectWrongly,
  installTwice,
  preloadWrongState,
  readWithoutMiddleware,
  readWithoutReducer,
  renderReadAsMutation,
  renderWithTwoInstances,
  retain,
  useFromSecondCopy,
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
  /** Whether a production build does not make the check. */
  readonly isDevelopmentOnly?: boolean
  /** What the mistake contains and no message may show. */
  readonly secret?: string
}

export type Catalogue = Readonly<Record<string, readonly CatalogueEntry[]>>

const SECRET = 'hunter2'
/** What a module is before it is loaded. */
const missing: unknown = undefined
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
    code: 'second-copy',
    cause:
      'Two copies of the library are loaded: the middleware of a store is from one of them, and a hook or thunk that uses the store is from the other.',
    cure: 'Bundle the package once. Import it either as a module or with `require`, and not both.',
    make: useFromSecondCopy,
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
    code: 'duplicate-middleware',
    cause: 'One store has two middlewares of the same `reducerPath`.',
    cure: 'Install each instance once. Give a second instance a path of its own: `createRest({ reducerPath })`.',
    shows: 'the `reducerPath`',
    make: installTwice,
    raises: 'Error',
    facts: 'rest',
  },
  {
    code: 'several-instances',
    cause:
      'A hook was rendered in a store with several instances, and cannot tell which one to use.',
    cure: 'Give hooks a store with one instance. Use `rest.getController(store)` for any other instance.',
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
    code: 'path-without-parameter',
    cause:
      'The path of `resource()` has no parameter, so the path of one entity is the path of the list.',
    cure: "End the path with the parameter of one entity, such as `'/users/:id'`.",
    shows: 'the path',
    make: () => resource({ path: '/users', schema: User }),
    raises: 'TypeError',
    facts: '/users',
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
    code: 'mutation-as-read',
    cause:
      'A hook, `retain` or `subscribe` got an endpoint that changes data, and would send it again and again.',
    cure: 'Call `controller.fetch` or dispatch `rest.fetch` where the change is to happen.',
    shows: 'the name of the endpoint',
    make: () => retain(UserResource.create, SECRET),
    raises: 'TypeError',
    facts: 'User.create',
    secret: SECRET,
  },
  {
    code: 'not-a-mutation',
    cause: '`useMutation` got an endpoint that reads.',
    cure: 'Read with `useSuspense`, `useDLE` or `useFetch`. Give an `Endpoint` that changes data the option `sideEffect: true`, and a `RestEndpoint` a `method` other than GET.',
    shows: 'the name of the endpoint',
    make: renderReadAsMutation,
    raises: 'TypeError',
    facts: 'User.get',
  },
  {
    code: 'sensitive-as-read',
    cause:
      'A hook, `retain` or `subscribe` got an endpoint that is `sensitive`, whose responses the store does not keep.',
    cure: 'Call `controller.fetch`, and keep the result in the component.',
    shows: 'the name of the endpoint',
    make: () => retain(UserResource.get.extend({ sensitive: true }), SECRET),
    raises: 'TypeError',
    facts: 'User.get',
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
]

const schemas: readonly CatalogueEntry[] = [
  {
    code: 'missing-entity-key',
    cause: 'An entity class has no name, so its table has none.',
    cure: 'Name the class, or define `static key`. Define `static key` where a bundler shortens the names of classes.',
    make: () => (() => class extends Entity {})().key,
    raises: 'TypeError',
  },
  {
    code: 'mixin-without-class',
    cause: '`EntityMixin` got a value that is not a class.',
    cure: 'Pass the class: `EntityMixin(User)`. Check that its module is loaded, and not part of an import cycle.',
    shows: 'the kind of the value',
    make: () => EntityMixin(missing as new () => { id: string }),
    raises: 'TypeError',
    facts: 'undefined',
  },
  {
    code: 'object-without-fields',
    cause: '`schema.Object` got a value that is not an object of fields.',
    cure: 'Pass the fields: `new schema.Object({ user: User })`.',
    shows: 'the kind of the value',
    make: () => new schema.Object([User] as never),
    raises: 'TypeError',
    facts: 'an array',
  },
  {
    code: 'invalidate-without-entity',
    cause: '`Invalidate` got a value that is no entity class, no `Union` and no map of entities.',
    cure: 'Pass the entity class: `new Invalidate(User)`. Check that its module is loaded, and not part of an import cycle.',
    shows: 'the kind of the value',
    make: () => new Invalidate(missing as typeof User),
    raises: 'TypeError',
    facts: 'undefined',
  },
  {
    code: 'invalid-collection-key',
    cause:
      'The option `argsKey` or `nestKey` of a `Collection` returned a value that is not an object, so its lists cannot be distinguished.',
    cure: "Return an object, such as `{ team: '1' }`.",
    shows: 'the option, and the kind of the value',
    make: () => new Collection([User], { argsKey: () => SECRET as never }).pk([], '', [{}]),
    raises: 'TypeError',
    facts: 'argsKey, a string',
    secret: SECRET,
  },
  {
    code: 'scalar-without-lens',
    cause: 'A `Scalar` was made without a `lens` function, or without a `key`.',
    cure: "Pass both: `new Scalar({ lens: (args) => args[0]?.portfolio, key: 'portfolio' })`.",
    make: () => new Scalar({ key: 'share' } as never),
    raises: 'TypeError',
  },
  {
    code: 'scalar-without-entity',
    cause:
      'A `Scalar` is outside of the fields of an entity, and nothing names the entity of its values.',
    cure: 'Set its option `entity`.',
    shows: 'the name of its table',
    make: () => shareOf(() => 'a'),
    raises: 'SchemaError',
    facts: 'Scalar(share)',
    path: 'response["1"]',
  },
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
    cause: 'Two schemas have the same name, so their rows would be in one table.',
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
  {
    code: 'read-argument-not-plain',
    cause:
      'An argument of a computed read (a `Query`, a `lens`) is a function, a symbol, or a number that is not finite. The result cannot be remembered for it.',
    cure: 'Pass plain data.',
    shows: 'the name of the argument or its index, and the kind of the value',
    make: () => {
      const named = new Query(new All(User), (all, { token }: { token: unknown }) => [all, token])
      const { controller } = createStore()
      controller.set(User, { id: '1' }, { id: '1' })
      return controller.get(named, { token: Symbol(SECRET) })
    },
    raises: 'TypeError',
    facts: 'token, a symbol',
    secret: SECRET,
  },
]

const state: readonly CatalogueEntry[] = [
  {
    code: 'unreadable-state',
    cause:
      'A preloaded, persisted or hydrated state contains parts that the library cannot read. They count as absent, and the next action removes them.',
    cure: 'Store a version with the state, and discard the states of other versions. Change the state by actions only.',
    shows:
      'up to five places in the state with the kind of the value there; not the keys of rows, which may contain values of fields',
    make: () => preloadWrongState({ requests: { [`GET ${API}/users?token=${SECRET}`]: null } }),
    raises: 'console.error',
    facts: 'state.rest: requests[…] (null)',
    secret: SECRET,
  },
  {
    code: 'refused-action',
    cause:
      'An action with the prefix of the library does not have the shape of its kind. It was made by hand, altered by a middleware, or comes from another version. It has no effect.',
    cure: 'Dispatch the thunks of `rest` instead of own actions, and let middlewares pass on the actions of the library unchanged.',
    shows: 'the type of the action, and the member that is wrong',
    make: () => dispatchByHand({ meta: { kind: 'invalidate' }, payload: { key: SECRET } }),
    raises: 'console.error',
    facts: 'rest/by hand, meta.fetchedAt',
    secret: SECRET,
  },
  {
    code: 'missing-test-key',
    cause: '`invalidateAll` or `expireAll` got a value without the function `testKey`.',
    cure: 'Pass an endpoint, or an object such as `{ testKey: (key) => key.startsWith(…) }`.',
    make: () => {
      const { rest, store } = createStore()
      return store.dispatch(rest.invalidateAll({}))
    },
    raises: 'TypeError',
  },
]

/** The entries by the headings of docs/errors.md. */
export const catalogue: Catalogue = {
  Setup: setup,
  'Endpoints and requests': requests,
  Schemas: schemas,
  'State and actions': state,
}

export const entries: readonly CatalogueEntry[] = Object.values(catalogue).flat()
