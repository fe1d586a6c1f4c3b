// What dataClientBefore.tsx uses of data-client 0.18, written by hand after its documentation.

declare module '@data-client/rest' {
  export abstract class Entity {
    static key: string
    pk(): string | number | undefined
  }

  export interface RestEndpoint<Args extends readonly unknown[], Data> {
    (...args: Args): Promise<Data>
    readonly data?: Data
  }

  type EntityClass = new () => Entity
  type Id = { readonly id: string | number }

  export interface Resource<T> {
    readonly get: RestEndpoint<[params: Id], T>
    readonly getList: RestEndpoint<[params?: Readonly<Record<string, string | number>>], T[]> & {
      readonly push: RestEndpoint<[body: Partial<T>], T>
    }
    readonly partialUpdate: RestEndpoint<[params: Id, body: Partial<T>], T>
    readonly delete: RestEndpoint<[params: Id], T>
  }

  export function resource<E extends EntityClass>(options: {
    readonly urlPrefix?: string
    readonly path: string
    readonly schema: E
  }): Resource<InstanceType<E>>

  export class All<E extends EntityClass> {
    constructor(entity: E)
    readonly data?: InstanceType<E>[]
  }

  export class Query<S extends { readonly data?: unknown }, Result> {
    constructor(schema: S, process: (value: NonNullable<S['data']>) => Result)
    readonly data?: Result
  }
}

declare module '@data-client/react' {
  import type { Query, RestEndpoint } from '@data-client/rest'
  import type { ReactElement, ReactNode } from 'react'

  export function useSuspense<Args extends readonly unknown[], Data>(
    endpoint: RestEndpoint<Args, Data>,
    ...args: Args
  ): Data

  export function useQuery<S, Result>(
    query: Query<S & { readonly data?: unknown }, Result>,
  ): Result | undefined

  export interface Controller {
    fetch<Args extends readonly unknown[], Data>(
      endpoint: RestEndpoint<Args, Data>,
      ...args: Args
    ): Promise<Data>
  }
  export function useController(): Controller

  export type Action =
    | { readonly type: 'rdc/setresponse'; readonly error?: boolean; readonly response: unknown }
    | { readonly type: 'rdc/fetch' }
  export const actionTypes: {
    readonly SET_RESPONSE: 'rdc/setresponse'
    readonly FETCH: 'rdc/fetch'
  }
  type Dispatch = (action: Action) => Promise<void>
  export type Middleware = (controller: Controller) => (next: Dispatch) => Dispatch
  export interface Manager {
    readonly middleware: Middleware
    init?(state: object): void
    cleanup(): void
  }
  export function getDefaultManagers(): Manager[]

  export function DataProvider(props: {
    readonly children: ReactNode
    readonly managers?: Manager[]
  }): ReactElement
  export function AsyncBoundary(props: {
    readonly children: ReactNode
    readonly fallback?: ReactNode
  }): ReactElement
}
