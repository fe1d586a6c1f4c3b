import {
  type ArgsOf,
  type Controller,
  type Entity,
  type ReadEndpoint,
  type Resource,
  resource,
  type RestGenerics,
  RestEndpoint,
} from 'rtk-rest'
import { useDLE } from 'rtk-rest/react'
import { API } from '../api'

/** The endpoints of any entity. */
export function acmeResource<const Path extends string, E extends typeof Entity>(
  path: Path,
  schema: E,
): Resource<AcmeOptions<Path, E>> {
  return resource<AcmeOptions<Path, E>>({ path, schema, Endpoint: AcmeEndpoint })
}

export interface AcmeOptions<Path extends string, E extends typeof Entity> {
  readonly path: Path
  readonly schema: E
}

/** What all endpoints of the package have in common. Apps set the token. */
export class AcmeEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  static token = ''
  override urlPrefix: string = API

  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return { ...headers, authorization: `Bearer ${AcmeEndpoint.token}` }
  }
}

/** Any endpoint that reads: the data, or the reason why there is none. */
export function useStatus<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): string {
  const { loading, error } = useDLE(endpoint, ...args)
  return loading ? 'loading' : (error?.message ?? 'ready')
}

/** Any endpoint that reads, outside of React. */
export async function isReachable<E extends ReadEndpoint>(
  controller: Controller,
  endpoint: E,
  ...args: ArgsOf<E>
): Promise<boolean> {
  try {
    await controller.fetchIfStale(endpoint, ...args)
    return true
  } catch {
    return false
  }
}
