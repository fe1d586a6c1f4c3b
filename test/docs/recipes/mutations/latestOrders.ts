import { RestEndpoint, updates } from 'rtk-rest'
import { API } from '../api'
import { OrderResource } from './OrderColumn'

/** Ids without entities: `["7", "5"]`. */
export const getLatestIds = new RestEndpoint({
  urlPrefix: API,
  path: '/orders/latest',
  process: (ids: readonly string[]) => ids,
})

export const createOrder = OrderResource.create.extend({
  update: [
    updates,
    (newId: string) => ({
      [getLatestIds.key()]: (ids: readonly string[]) => [newId, ...ids],
    }),
  ],
})
