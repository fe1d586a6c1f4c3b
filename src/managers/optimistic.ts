import type { Brought } from '../endpoint/brought'
import type { OptimisticResponse } from '../endpoint/contract'
import type { Manager } from '../store/Manager'
import { runtimeOf } from '../store/managerStore'
import type { AnyType } from '../util/anyType'
import { OptimisticUpdates } from './optimism/OptimisticUpdates'
import { optimisticResponses } from './optimism/optimisticResponses'

/** The manager of optimistic updates, which is also the value of the option `optimistic` of a resource. */
export interface Optimistic extends Manager {
  readonly name: 'optimistic'
  /** For `resource({ …, optimistic })`: the expected responses of its mutations. */
  responses(
    schema: AnyType,
    movePath: string,
  ): Readonly<Record<'member' | 'update' | 'delete', Brought<'optimistic', OptimisticResponse>>>
}

/**
 * Shows what a mutation will probably change until the server has responded. `resource({ …, optimistic })` does so for all
 * mutations of a resource; an endpoint computes its response from what is shown.
 *
 * @example
 * const vote = new RestEndpoint({
 *   path: '/posts/:id/votes',
 *   method: 'POST',
 *   schema: Post,
 *   getOptimisticResponse: [
 *     optimistic,
 *     (snap, params) => {
 *       const post = snap.get(Post, params)
 *       if (post === undefined) throw snap.abort
 *       return { id: post.id, votes: post.votes + 1 }
 *     },
 *   ],
 * })
 */
export const optimistic: Optimistic = {
  name: 'optimistic',
  init(store) {
    const runtime = runtimeOf(store)
    const updates = new OptimisticUpdates(runtime)
    runtime.seen.showExpected = (state, landed) => updates.shown(state, landed)
    return updates
  },
  responses(schema, movePath) {
    const { member, update, delete: remove } = optimisticResponses(schema, movePath)
    return { member: [this, member], update: [this, update], delete: [this, remove] }
  },
}
