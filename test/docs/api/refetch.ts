import { createRest, RestEndpoint } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import {
  never,
  onFocus,
  onFocusOrReconnect,
  onReconnect,
  type Presence,
  refetchOn,
  type RefetchOptions,
} from 'rtk-rest/refetch'

export const rest = createRest({ managers: [refetchOn({ focus: true, reconnect: true })] })

// #region RefetchOptions
export function createRestFor(presence: Presence) {
  const options: RefetchOptions = { focus: true, reconnect: true, every: 60_000, presence }
  return createRest({ managers: [refetchOn(options), new PollingManager({ presence })] })
}
// #endregion

// #region onFocus
export const getNews = new RestEndpoint({ path: '/news', refetchOn: onFocus })
// #endregion

// #region onReconnect
export const getMail = new RestEndpoint({ path: '/mail', refetchOn: onReconnect })
// #endregion

// #region onFocusOrReconnect
export const getChat = new RestEndpoint({ path: '/chat', refetchOn: onFocusOrReconnect })
// #endregion

// #region never
export const getDraft = new RestEndpoint({ path: '/draft', refetchOn: never })
// #endregion
