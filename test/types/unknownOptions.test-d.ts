import { createRest, Endpoint, resource, RestEndpoint, type RestGenerics, updates } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expectTypeOf, it } from 'vitest'
import { getUser, path, User, UserResource } from './world'

const transformResponse = (value: unknown) => value
const getTime = new Endpoint(async (zone: string) => ({ zone }))

describe('an unknown option does not compile', () => {
  it('in a constructor', () => {
    const mistakes: (() => unknown)[] = []
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => new RestEndpoint({ path, schema: User, staleTime: 5 }))
    // @ts-expect-error it is called `pollFrequency`
    mistakes.push(() => new RestEndpoint({ path, pollFrquency: 5 }))
    // @ts-expect-error it is called `process`
    mistakes.push(() => new RestEndpoint({ path, transformResponse }))
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => new Endpoint(async () => 5, { staleTime: 5 }))
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => createRest({ staleTime: 5 }))
    expectTypeOf(mistakes).toBeArray()
  })

  it('in a resource', () => {
    const mistakes: (() => unknown)[] = []
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => resource({ path, schema: User, staleTime: 5 }))
    // @ts-expect-error it is called `Endpoint`
    mistakes.push(() => resource({ path, schema: User, endpoint: RestEndpoint }))
    // @ts-expect-error its endpoints have names of their own
    mistakes.push(() => resource({ path, schema: User, name: 'User' }))
    expectTypeOf(mistakes).toBeArray()
  })

  it('in `extend` of an endpoint', () => {
    const mistakes: (() => unknown)[] = []
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => getUser.extend({ staleTime: 5 }))
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => getTime.extend({ staleTime: 5 }))
    // @ts-expect-error it is called `process`
    mistakes.push(() => UserResource.getList.push.extend({ transformResponse }))
    expectTypeOf(mistakes).toBeArray()
  })

  it('in `extend` of a resource', () => {
    const mistakes: (() => unknown)[] = []
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => UserResource.extend('get', { staleTime: 5 }))
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => UserResource.extend('archive', { path, staleTime: 5 }))
    // @ts-expect-error it is called `dataExpiryLength`
    mistakes.push(() => UserResource.extend({ get: { staleTime: 5 } }))
    // @ts-expect-error there is no such endpoint
    mistakes.push(() => UserResource.extend({ gett: { path } }))
    expectTypeOf(mistakes).toBeArray()
  })
})

describe('a known option', () => {
  it('compiles in a constructor, a resource and extend', () => {
    const shared = { urlPrefix: '/api', dataExpiryLength: 5, extra: { staleTime: 5 } }
    expectTypeOf(new RestEndpoint({ path, ...shared })).parameters.toEqualTypeOf<
      [params: { readonly id: string | number }]
    >()
    void resource({ path, schema: User, ...shared, content: 'json', requestInit: {} })
    void getUser.extend({ ...shared, name: 'getOne', update: [updates, () => ({})] })
    void UserResource.extend({
      get: shared,
      update: { getOptimisticResponse: [optimistic, () => ({})] },
    })
  })

  it('may be optional in a variable', () => {
    const perhaps: { readonly method?: 'POST'; readonly content?: 'text' } = {}
    const made = new RestEndpoint({ path, ...perhaps })
    expectTypeOf(made).returns.resolves.toBeUnknown()
  })

  it('can be passed on by a subclass', () => {
    class ApiEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
      constructor(options: Readonly<O>) {
        super({ ...options, urlPrefix: '/api' })
      }
    }
    const made = new ApiEndpoint({ path, schema: User })
    expectTypeOf(made.schema).toEqualTypeOf<typeof User>()
  })
})
