'use client'

export { RestDevtools, RestDevtoolsInProduction } from './RestDevtools'

export type {
  DevtoolsGroup,
  DevtoolsLog,
  DevtoolsObserver,
  DevtoolsRequest,
  PlaceSet,
  RestDevtoolsProps,
} from './types'
