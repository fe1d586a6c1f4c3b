import {
  type Controller,
  createRest,
  Endpoint,
  type ErrorOf,
  hookifyResource,
  NetworkError,
  pages,
  resource,
  RestEndpoint,
  type RestGenerics,
  serial,
} from 'rtk-rest'
import type { EndpointError } from 'rtk-rest/types'
import { optimistic } from 'rtk-rest/optimistic'
import { useDLE } from 'rtk-rest/react'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { getUser, path, User, type UserResource } from './world'

const Failure = z.object({ errors: z.record(z.string(), z.string()) })
type Data = z.infer<typeof Failure>
type Shown = EndpointError<Data>

const getChecked = new RestEndpoint({ path, schema: User, errorSchema: Failure })
const CheckedResource = resource({
  path,
  schema: User,
  errorSchema: Failure,
  paginationField: [pages, 'page'],
})

describe('the data of ErrorOf', () => {
  it('is the output of errorSchema', () => {
    expectTypeOf<ErrorOf<typeof getChecked>['data']>().toEqualTypeOf<Data | undefined>()
    const extended = getUser.extend({ errorSchema: Failure, method: 'PUT' })
    expectTypeOf<ErrorOf<typeof extended>>().toEqualTypeOf<Shown>()
    const counted = getChecked.extend({ errorSchema: z.string().transform(Number) })
    expectTypeOf<ErrorOf<typeof counted>['data']>().toEqualTypeOf<number | undefined>()
  })

  it('is that of the parent after other options were changed', () => {
    const other = getChecked.extend({ dataExpiryLength: 5 }).extend({ path: '/people/:name' })
    expectTypeOf<ErrorOf<typeof other>>().toEqualTypeOf<Shown>()
    const bound = getChecked.bind(undefined, { id: 1 })
    expectTypeOf<ErrorOf<typeof bound>>().toEqualTypeOf<Shown>()
    const useError = () => useDLE(bound).error
    expectTypeOf(useError).returns.toEqualTypeOf<Shown | undefined>()
    const plain = getUser.bind(undefined, { id: 1 })
    expectTypeOf<ErrorOf<typeof plain>>().toEqualTypeOf<EndpointError>()
  })

  it('is unknown without errorSchema', () => {
    expectTypeOf<ErrorOf<typeof getUser>>().toEqualTypeOf<EndpointError>()
    expectTypeOf<ErrorOf<RestEndpoint>>().toEqualTypeOf<EndpointError>()
    expectTypeOf<ErrorOf<typeof UserResource.create>['data']>().toBeUnknown()
    const plain = getChecked.extend({ errorSchema: undefined })
    expectTypeOf<ErrorOf<typeof plain>['data']>().toBeUnknown()
    const getTime = new Endpoint(async () => 5)
    expectTypeOf<ErrorOf<typeof getTime>['data']>().toBeUnknown()
  })

  it('is the same for all endpoints of a resource', () => {
    type Endpoints = typeof CheckedResource
    expectTypeOf<ErrorOf<Endpoints['get']>>().toEqualTypeOf<Shown>()
    expectTypeOf<ErrorOf<Endpoints['getList']>>().toEqualTypeOf<Shown>()
    expectTypeOf<ErrorOf<Endpoints['create']>>().toEqualTypeOf<Shown>()
    expectTypeOf<ErrorOf<Endpoints['update']>>().toEqualTypeOf<Shown>()
    expectTypeOf<ErrorOf<Endpoints['partialUpdate']>>().toEqualTypeOf<Shown>()
    expectTypeOf<ErrorOf<Endpoints['delete']>>().toEqualTypeOf<Shown>()
    expectTypeOf<ErrorOf<Endpoints['getList']['move']>>().toEqualTypeOf<Shown>()
    expectTypeOf<ErrorOf<Endpoints['getList']['getPage']>>().toEqualTypeOf<Shown>()
    const { useUpdate } = hookifyResource(CheckedResource, () => ({}))
    const useErrorOf = (): ErrorOf<ReturnType<typeof useUpdate>> => new Error('x')
    expectTypeOf(useErrorOf).returns.toEqualTypeOf<Shown>()
  })

  it('is that of a subclass with an errorSchema of its own', () => {
    class Checked<O extends RestGenerics> extends RestEndpoint<O> {
      override readonly errorSchema = Failure
    }
    const own = new Checked({ path })
    expectTypeOf<ErrorOf<typeof own>>().toEqualTypeOf<Shown>()
  })
})

describe('the error of a reader', () => {
  const rest = createRest()
  const { controller } = {} as { controller: Controller }

  it('is ErrorOf with an errorSchema', () => {
    const useError = () => useDLE(getChecked, { id: 1 }).error
    expectTypeOf(useError).returns.toEqualTypeOf<Shown | undefined>()
    const ofRequest = () => rest.selectors.selectRequest({} as never, getChecked, { id: 1 }).error
    expectTypeOf(ofRequest).returns.toEqualTypeOf<Shown | undefined>()
    const ofController = () => controller.getError(getChecked, { id: 1 })
    expectTypeOf(ofController).returns.toEqualTypeOf<Shown | undefined>()
  })

  it('stays the same where functions of the arguments are added to a resource', () => {
    const name = CheckedResource.extend('partialUpdate', {
      scope: [serial, ({ id }) => `item ${id}`],
    })
    const shown = CheckedResource.extend('partialUpdate', {
      getOptimisticResponse: [
        optimistic,
        (snap, { id }, body) => ({
          ...snap.get(User, { id }),
          ...body,
        }),
      ],
    })
    const several = CheckedResource.extend({
      partialUpdate: { scope: [serial, ({ id }) => `item ${id}`] },
    })
    const made = CheckedResource.extend((base) => ({
      partialUpdate: base.partialUpdate.extend({ scope: [serial, ({ id }) => `item ${id}`] }),
    }))
    for (const { partialUpdate } of [name, shown, several, made]) {
      expectTypeOf<ErrorOf<typeof partialUpdate>>().toEqualTypeOf<Shown>()
      expectTypeOf(partialUpdate).parameters.toEqualTypeOf<
        Parameters<typeof CheckedResource.partialUpdate>
      >()
    }
    expectTypeOf<ErrorOf<typeof several.partialUpdate>>().toEqualTypeOf<Shown>()
    expectTypeOf(several.partialUpdate).parameters.toEqualTypeOf<
      Parameters<typeof CheckedResource.partialUpdate>
    >()
  })

  it('has data of any type without one', () => {
    const useError = () => useDLE(getUser, { id: 1 }).error
    expectTypeOf(useError).returns.toEqualTypeOf<EndpointError | undefined>()
    const ofController = () => controller.getError(new Endpoint(async () => 5))
    expectTypeOf(ofController).returns.toEqualTypeOf<EndpointError | undefined>()
  })

  it('is a NetworkError after a check', () => {
    const dataOf = (error: Shown) => (error instanceof NetworkError ? error.data : undefined)
    expectTypeOf(dataOf).returns.toEqualTypeOf<Data | undefined>()
    expectTypeOf<NetworkError>().toExtend<EndpointError>()
    expectTypeOf<Shown['status']>().toEqualTypeOf<number | undefined>()
  })
})

describe('the option validateStatus', () => {
  it('gets the response and the body', () => {
    const checked = new RestEndpoint({
      path,
      validateStatus(response, body) {
        expectTypeOf(response).toEqualTypeOf<Response>()
        expectTypeOf(body).toBeAny()
        return response.ok
      },
    })
    const typed = checked.extend({ validateStatus: async (_, body: Data) => 'x' in body.errors })
    expectTypeOf(typed.validateStatus).returns.toEqualTypeOf<boolean | Promise<boolean>>()
    // @ts-expect-error a text is no decision
    const wrong = new RestEndpoint({ path, validateStatus: () => 'yes' })
    expectTypeOf(wrong).toBeFunction()
  })
})

describe('the option errorSchema', () => {
  it('must be a Standard Schema', () => {
    // @ts-expect-error a function is none
    const wrong = new RestEndpoint({ path, errorSchema: (value: unknown) => value })
    expectTypeOf(wrong).toBeFunction()
    // @ts-expect-error an object is none
    const other = resource({ path, schema: User, errorSchema: { errors: {} } })
    expectTypeOf(other).toBeObject()
  })
})
