import * as schema from './schema/namespace'

export { backoff } from './endpoint/backoff'
export { callsWith } from './endpoint/callsWith'
export { Endpoint } from './endpoint/Endpoint'
export { envelope } from './endpoint/envelope'
export { NetworkError } from './endpoint/NetworkError'
export { ValidationError } from './endpoint/validation'
export { RestEndpoint } from './endpoint/RestEndpoint'
export { denormalize } from './normalize/denormalize'
export { normalize } from './normalize/normalize'
export { hookifyResource } from './resource/hookifyResource'
export { resource } from './resource/resource'
export { All } from './schema/All'
export { Collection } from './schema/Collection'
export { counted } from './schema/counted'
export { Entity } from './schema/Entity'
export { EntityMixin } from './schema/EntityMixin'
export { rowKey } from './schema/rowKey'
export { Invalidate } from './schema/Invalidate'
export { kept } from './schema/kept'
export { Lazy } from './schema/Lazy'
export { Query } from './schema/Query'
export { Scalar } from './schema/Scalar'
export { Union } from './schema/Union'
export { unshift } from './schema/collectionMutations'
export { validateRequired } from './schema/entityData'
export { Values } from './schema/Values'
export { schema }
export { createRest } from './store/createRest'
export { DisposedError, ResetError } from './store/state/errors'
export { isStale } from './store/state/expiry'
export { LogoutManager } from './managers/LogoutManager'
export { withManagerState } from './store/Manager'
export { pages } from './managers/pages'
export { serial } from './managers/serial'
export { updates } from './managers/updates'
export { devToolsOptions } from './store/devToolsOptions'
export {
  matchEntityChange,
  matchFulfilled,
  matchMutation,
  matchPending,
  matchRead,
  matchRejected,
} from './store/matchers'
export { ExpiryStatus } from './store/select/StateReader'
export { getRow, rows } from './store/state/table'

export type {
  ArgsOf,
  EndpointContract,
  ErrorOf,
  Progress,
  ReadEndpoint,
  RequestKey,
  ResponseOf,
  RunContext,
  SnapshotReader,
  WriteEndpoint,
} from './endpoint/contract'
export type { EndpointOptions } from './endpoint/Endpoint'
export type { Paging } from './endpoint/pagination'
export type { PathArgs } from './endpoint/pathTypes'
export type { BackoffOptions, Retry } from './endpoint/backoff'
export type { StandardSchema } from './endpoint/validation'
export type { RestGenerics, RestOptions } from './endpoint/restTypes'
export type { Resource, ResourceOptions } from './resource/types'
export type { EntityRow, RowMeta, Schema } from './schema/contract'
export type { Denormalize } from './schema/types'
export type {
  CommitPayload,
  FinalAction,
  FulfilledAction,
  JumpAction,
  KeyAction,
  KeysAction,
  PendingAction,
  RejectedAction,
  ResetAction,
  RestAction,
  SetAction,
  WriteAction,
} from './store/state/actions'
export type { Controller } from './store/Operations'
export type { Rest, RestConfig } from './store/createRest'
export type { LogoutOptions } from './managers/LogoutManager'
export type {
  Gate,
  GatedBy,
  ManagedRequest,
  Manager,
  ManagerHooks,
  ManagerStore,
  Reader,
  RunOptions,
  RunRequest,
} from './store/Manager'
export type { RequestView } from './store/select/selectors'
export type { Snapshot } from './store/select/StateReader'
export type { MutationRow, RequestRow, RestError, RestState } from './store/state/state'
export type { Table } from './store/state/table'
export type { FetchedOf, FetchPromise, RestThunk } from './store/Operations'
