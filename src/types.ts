// Types for authors of schema kinds, of helpers over endpoints, and of declaration files; apps rarely name them.

export type {
  CallTarget,
  CallTargets,
  EndpointError,
  ErrorCode,
  ErrorPolicy,
  KeyTest,
  MaybeArgs,
  ProgressInit,
  ResponseMeta,
  ResultUpdates,
  SchemaOf,
  WithoutBody,
} from './endpoint/contract'
export type { EndpointConstructorOptions, EndpointInstance, OptionsOf } from './endpoint/Endpoint'
export type {
  AddGenerics,
  AssignGenerics,
  KeptGenerics,
  MoveGenerics,
  PageBase,
  PageGenerics,
  RemoveGenerics,
} from './endpoint/listTypes'
export type { Content } from './endpoint/parseResponse'
export type { PathKeys, ShortenPath } from './endpoint/pathTypes'
export type { ValidationIssue } from './endpoint/validation'
export type {
  CallOptions,
  ResponseRule,
  Extended,
  ExtendOptionName,
  ExtendOptions,
  RestArgs,
  RestOptionName,
  RestResponse,
  UrlParams,
} from './endpoint/restTypes'
export type { BoundEndpoint, ListMember } from './endpoint/RestEndpoint'
export type { Normalized } from './normalize/PendingRows'
export type { PlainRows } from './normalize/rowSource'
export type { ExtendedResource, Extender, HookResource } from './resource/extendResource'
export type {
  CollectionConstructor,
  ListBase,
  ListGenerics,
  SummaryOf,
  WholeListGenerics,
  ResourceMembers,
  ResourceParts,
  RestEndpointClass,
  WriteGenerics,
} from './resource/types'
export type { ArraySchema } from './schema/ArraySchema'
export type { CollectionOptions } from './schema/Collection'
export type { EditedCollection } from './schema/storedLists'
export type { CollectionEdit, CollectionMove, MergeMembers } from './schema/collectionMutations'
export type { CollectionKey, RowFilter } from './schema/collectionKey'
export type {
  AffectedDelegate,
  DenormalizeDelegate,
  Deserializer,
  NormalizeDelegate,
  QueryDelegate,
  RowSchema,
  SchemaKind,
} from './schema/contract'
export type { EntityMap, SchemaAttribute } from './schema/Discriminator'
export type { EntityMixinOptions, MixedEntity } from './schema/EntityMixin'
export type { EntityRef } from './schema/entityRef'
export type { LazyQuery } from './schema/Lazy'
export type { ObjectDefinition, ObjectSchema } from './schema/ObjectSchema'
export type { ScalarOptions } from './schema/Scalar'
export type {
  DenormalizeNullable,
  EntityArgs,
  Normalize,
  SchemaArgs,
  SetArgs,
  Shape,
} from './schema/types'
export type { ActionCreators, PlainMeta, RequestMeta, SetMeta } from './store/state/actions'
export type {
  ApiThunks,
  ContextTypes,
  Injectable,
  InjectConfig,
  InjectedRest,
  RestSlice,
  TypedContext,
  TypedRest,
} from './store/createRest'
export type { DevToolsLimits, RestDevToolsOptions } from './store/devToolsOptions'
export type { Matcher } from './store/matchers'
export type { DataOf, RootWith, Selectors } from './store/select/selectors'
export type { Entities, RequestArg } from './store/state/state'
export type {
  ArgsAnd,
  FetchedList,
  FetchOperation,
  ListArgs,
  MaybeFetched,
  OperationKind,
  Operations,
  Retained,
  Returned,
  SetValue,
  Thunks,
} from './store/Operations'
export type { EntityFields } from './schema/Entity'
