import {
  Endpoint,
  type EndpointContract,
  type WriteEndpoint,
  type ReadEndpoint,
  type RunContext,
} from 'rtk-rest'

/** One request of an endpoint, which waits for the test. */
export interface HeldCall {
  readonly args: readonly unknown[]
  readonly signal: AbortSignal | undefined
  /** Ends the request with a response. */
  resolve(response: unknown): void
  /** Ends the request with an error. */
  reject(error: Error): void
}

/** An endpoint whose requests wait for the test, and these requests, oldest first. */
export interface HeldEndpoint<E extends EndpointContract> {
  readonly endpoint: E
  readonly calls: readonly HeldCall[]
}

/**
 * Makes an endpoint that reads and whose requests wait for the test.
 *
 * @example
 * const { endpoint, calls } = holdRead('getUser', { schema: User })
 * const promise = controller.fetch(endpoint)
 * calls[0]?.resolve({ id: '1' })
 */
export function holdRead(name: string, options: object = {}): HeldEndpoint<ReadEndpoint> {
  return hold(name, options) as HeldEndpoint<ReadEndpoint>
}

/** Makes an endpoint that writes and whose requests wait for the test. */
export function holdMutation(name: string, options: object = {}): HeldEndpoint<WriteEndpoint> {
  return hold(name, { ...options, sideEffect: true }) as HeldEndpoint<WriteEndpoint>
}

function hold(name: string, options: object): HeldEndpoint<EndpointContract> {
  const calls: HeldCall[] = []
  async function send(
    this: { readonly context: RunContext },
    ...args: readonly unknown[]
  ): Promise<unknown> {
    const { signal } = this.context
    return await new Promise((resolve, reject) => {
      calls.push({
        args,
        signal,
        resolve: (response) => resolve(structuredClone(response)),
        reject,
      })
    })
  }
  return { endpoint: new Endpoint(send, { ...options, name }), calls }
}
