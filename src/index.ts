import * as schema from './schema/namespace'

export { backoff } from './endpoint/backoff'
export { Endpoint } from './endpoint/Endpoint'
export { NetworkError } from './endpoint/NetworkError'
export { ValidationError } from './endpoint/validation'
export { RestEndpoint } from './endpoint/RestEndpoint'
export { denormalize } from './normalize/denormalize'
export { normalize } from './normalize/normalize'
export { hookifyResource } from './resource/hookifyResource'
export { resource } from './resource/resource'
export { All } from './schema/All'
export { Collection } from './schema/Collection'
export { Entity } from './schema/Entity'
export { EntityMixin } from './schema/EntityMixin'
export { rowKey } from './schema/rowKey'
export { Invalidate } from './schema/Invalidate'
export { Lazy } from './schema/Lazy'
export { Query } from './schema/Query'
export { Scalar } from './schema/Scalar'
export { Union } from './schema/Union'
export { unshift } from './schema/collectionMutations'
export { validateRequired } from './schema/entityData'
export { Values } from './schema/Values'
export { schema }
export { Controller } from './store/Controller'
export { createRest } from './store/createRest'
export { DisposedError, RefetchLoopError, ResetError } from './store/state/errors'
export { isStale } from './store/state/expiry'
export { LogoutManager } from './store/managers/LogoutManager'
export { PollingManager } from './store/managers/PollingManager'
export { ExpiryStatus } from './store/select/readEndpoint'
export { getRow, rows } from './store/state/table'

export type {
  ArgsOf,
  CallTarget,
  CallTargets,
  EndpointContract,
  EndpointError,
  ErrorOf,
  ErrorPolicy,
  KeyTest,
  Progress,
  ProgressInit,
  ReadEndpoint,
  ResponseMeta,
  ResponseOf,
  ResultUpdates,
  RunContext,
  SchemaOf,
  SnapshotReader,
  WithoutBody,
  WriteEndpoint,
} from './endpoint/contract'
export type {
  EndpointConstructorOptions,
  EndpointInstance,
  EndpointOptions,
} from './endpoint/Endpoint'
export type {
  AddGenerics,
  AssignGenerics,
  CursorGenerics,
  ErrorGenerics,
  MoveGenerics,
  PageBase,
  PageGenerics,
  RemoveGenerics,
} from './endpoint/listTypes'
export type {
  AbstractInstanceType,
  EndpointInterface,
  GetEndpoint,
  MutateEndpoint,
  PathArgsAndSearch,
  ResolveType,
  RestInstance,
} from './endpoint/namedTypes'
export type { Content } from './endpoint/parseResponse'
export type { PathArgs, PathKeys, ShortenPath } from './endpoint/pathTypes'
export type { BackoffOptions, Retry } from './endpoint/backoff'
export type { StandardSchema } from './endpoint/validation'
export type { ValidationIssue } from './endpoint/validation'
export type {
  CallOptions,
  Extended,
  ExtendOptions,
  RestArgs,
  RestGenerics,
  RestOptions,
  RestResponse,
  UrlParams,
  RestOptionName,
  ContentRule,
} from './endpoint/restTypes'
export type { OptionsOf } from './endpoint/Endpoint'
export type { BoundEndpoint } from './endpoint/RestEndpoint'
export type { Normalized } from './normalize/normalize'
export type { PlainRows } from './normalize/rowSource'
export type { ExtendedResource, Extender, HookResource } from './resource/extendResource'
export type {
  CollectionConstructor,
  ListBase,
  ListGenerics,
  Resource,
  ResourceInterface,
  ResourceMembers,
  ResourceOptions,
  ResourceParts,
  RestEndpointClass,
  WriteGenerics,
} from './resource/types'
export type { ArraySchema } from './schema/ArraySchema'
export type { CollectionOptions } from './schema/Collection'
export type { CollectionEdit, EditedCollection, MergeMembers } from './schema/collectionMutations'
export type { RowFilter } from './schema/collectionKey'
export type { CollectionMove } from './schema/collectionMutations'
export type { CollectionKey } from './schema/collectionKey'
export type {
  AffectedDelegate,
  DenormalizeDelegate,
  Deserializer,
  EntityRow,
  NormalizeDelegate,
  Order,
  QueryDelegate,
  RowMeta,
  RowSchema,
  Schema,
  SchemaKind,
} from './schema/contract'
export type { EntityFields } from './schema/Entity'
export type { EntityMap, SchemaAttribute } from './schema/Discriminator'
export type { EntityMixinOptions, MixedEntity } from './schema/EntityMixin'
export type { EntityRef } from './schema/entityRef'
export type { LazyQuery } from './schema/Lazy'
export type { ObjectDefinition, ObjectSchema } from './schema/ObjectSchema'
export type { ScalarOptions } from './schema/Scalar'
export type {
  Denormalize,
  DenormalizeNullable,
  EntityArgs,
  Normalize,
  NormalizeNullable,
  SchemaArgs,
  Shape,
} from './schema/types'
export type {
  ActionCreators,
  CommitPayload,
  FinalAction,
  FulfilledAction,
  GcAction,
  HydrateAction,
  InvalidateAction,
  KeysAction,
  LayerChanges,
  OptimisticAction,
  PendingAction,
  PlainMeta,
  RejectedAction,
  RequestMeta,
  ResetAction,
  RestAction,
  SetAction,
  SetMeta,
} from './store/state/actions'
export type { FetchMethod } from './store/Controller'
export type {
  ContextTypes,
  Injectable,
  InjectConfig,
  InjectedRest,
  Rest,
  RestConfig,
  TypedContext,
  TypedRest,
} from './store/createRest'
export type { RestDevToolsOptions } from './store/devToolsOptions'
export type { Manager } from './store/Manager'
export type { LogoutOptions } from './store/managers/LogoutManager'
export type { PollingOptions } from './store/managers/PollingManager'
export type { Presence } from './store/managers/PollingManager'
export type { Matcher, Matchers } from './store/matchers'
export type { DataOf, RequestView, RootWith, Selectors } from './store/select/selectors'
export type { Snapshot } from './store/select/StateReader'
export type {
  Entities,
  MutationRow,
  OptimisticLayer,
  RequestArg,
  RequestRow,
  RestError,
  RestState,
} from './store/state/state'
export type { Subscription, SubscriptionListener } from './store/Subscriptions'
export type { Table } from './store/state/table'
export type {
  FetchedList,
  FetchedOf,
  FetchPromise,
  ListArgs,
  MaybeFetched,
} from './store/operations/fetch'
export type { Retained } from './store/operations/retain'
export type { SetValue } from './store/operations/write'
export type { ArgsAnd, FetchThunk, RestThunk, Thunks } from './store/thunks'
