import * as own from 'rtk-rest'
import * as ownOptimism from 'rtk-rest/optimistic'
import * as otherOptimism from 'rtk-rest-against/optimistic'
import type { Id, Item } from '../data'
import type { PendingCall, World } from '../Library'

type Package = typeof own
type Entity = typeof own.Entity

/** A build from before the managers takes the function alone, or a flag. */
export function optimisticOf(lib: Package): typeof ownOptimism.optimistic | undefined {
  const { optimistic } = (lib === own ? ownOptimism : otherOptimism) as Partial<typeof ownOptimism>
  return optimistic
}

/** The option of an endpoint that says what its response will be. */
export function expecting(lib: Package, respond: (...args: never[]) => unknown): object {
  const optimistic = optimisticOf(lib)
  return { getOptimisticResponse: optimistic === undefined ? respond : [optimistic, respond] }
}

/** Mutations that show at once, and get their responses when a measurement lets them. */
export function pendingMutations(lib: Package, issue: Entity, push: unknown) {
  /** The responses of the next requests, in the order of their calls. */
  const responses: Promise<unknown>[] = []
  const run = async (_arg?: unknown): Promise<unknown> => await responses.shift()
  const { partialUpdate } = lib.resource({
    path: '/issues/:id',
    urlPrefix: 'http://bench.test',
    schema: issue,
    optimistic: (optimisticOf(lib) ?? true) as typeof ownOptimism.optimistic,
  })
  const Issues = lib.resource({
    path: '/issues/:id',
    urlPrefix: 'http://bench.test',
    schema: issue,
  })
  const endpoints = {
    patch: partialUpdate,
    push: new lib.Endpoint(run, {
      name: 'Issue.push',
      schema: push as Entity,
      sideEffect: true,
      ...expecting(lib, (_snap: unknown, { id: _, ...fields }: Item) => fields),
    }),
    comment: new lib.Endpoint(run, {
      name: 'Issue.comment',
      schema: issue,
      sideEffect: true,
      ...expecting(lib, (snap: own.SnapshotReader, id: Id) => {
        const { comments = 0 } = Object(snap.get(issue, { id })) as { readonly comments?: number }
        return { id, comments: comments + 1 }
      }),
    }),
  }
  const fetchFn: typeof fetch = async () => Response.json(await run())
  const start = (
    calls: readonly PendingCall[],
    fetch: (endpoint: own.WriteEndpoint, args: readonly unknown[]) => Promise<unknown>,
  ): ReturnType<NonNullable<World['start']>> => {
    const started = calls.map((call, at) => {
      let respond: (() => void) | undefined
      const response = new Promise((resolve) => {
        respond = () => resolve(responseTo(call, at))
      })
      responses.push(response)
      return { respond, ended: fetch(endpoints[call.do] as own.WriteEndpoint, argsOf(call)) }
    })
    return async () => {
      for (const { respond } of started) respond?.()
      await Promise.all(started.map(({ ended }) => ended))
    }
  }
  /** A title whose response is at hand, and which shows with it. */
  const rename = (id: Id, title: string): readonly [own.WriteEndpoint, ...unknown[]] => {
    responses.push(Promise.resolve({ id, title }))
    return [Issues.partialUpdate, { id }, { title }]
  }
  return { fetchFn, start, rename, getList: Issues.getList }
}

function argsOf(call: PendingCall): readonly unknown[] {
  if (call.do === 'push') return [call.item]
  return call.do === 'patch' ? [{ id: call.id }, { title: call.title }] : [call.id]
}

/** @param at how many were called before */
function responseTo(call: PendingCall, at: number): object {
  if (call.do === 'push') return call.item
  return call.do === 'patch'
    ? { id: call.id, title: call.title }
    : { id: call.id, comments: at + 1 }
}
