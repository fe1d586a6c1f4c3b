import type {
  DevtoolsGroup,
  DevtoolsLog,
  DevtoolsObserver,
  DevtoolsRequest,
  PlaceSet,
  RestDevtoolsProps,
} from 'rtk-rest/devtools'
import { Provider } from 'react-redux'
import { RestDevtools, RestDevtoolsInProduction } from 'rtk-rest/devtools'
import { store } from './app'

// #region RestDevtools
export const app = (
  <Provider store={store}>
    <RestDevtools position="docked" />
  </Provider>
)
// #endregion

// #region RestDevtoolsInProduction
export const ofTestSystem = <RestDevtoolsInProduction position="docked" />
// #endregion

// #region DevtoolsObserver
export const observer: DevtoolsObserver = { nameOf: (element) => element.id }
// #endregion

// #region RestDevtoolsProps
export const props: RestDevtoolsProps = {
  position: 'docked',
  initialIsOpen: false,
  ignores: ({ type }) => type.startsWith('rest/Clock.get/'),
}
// #endregion

// #region DevtoolsRequest
const hasFailed = ({ status }: DevtoolsRequest) => status === 'failed'
// #endregion

// #region DevtoolsGroup
export const failuresOf = ({ requests }: DevtoolsGroup) => requests.filter(hasFailed)
// #endregion

// #region DevtoolsLog
const followGroups = (log: DevtoolsLog) =>
  log.subscribe(() => console.log(log.getGroups()[0]?.cause))
export const logger: DevtoolsObserver = { observe: followGroups }
// #endregion

// #region PlaceSet
const createPlaces = (): PlaceSet => {
  const changed = new Set<Element>()
  return {
    take: (records) =>
      records.forEach(({ target }) => target instanceof Element && changed.add(target)),
    places: () => changed,
  }
}
export const placeCounter: DevtoolsObserver = {
  observe(log) {
    log.countPlaces(createPlaces)
    const observer = new MutationObserver((records) => log.addPlaces(records, location.href))
    observer.observe(document.body, { subtree: true, childList: true })
    return () => observer.disconnect()
  },
}
// #endregion
