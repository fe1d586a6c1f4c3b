// Names of data-client that are called otherwise here.

export { Endpoint as ExtendableEndpoint } from './endpoint/Endpoint'
export { resource as createResource } from './resource/resource'
export { DataClientCollection as Collection } from './schema/DataClientCollection'
export { asDataClient } from './store/asDataClient'

export type {
  AbstractInstanceType,
  EndpointInterface,
  GetEndpoint,
  MutateEndpoint,
  PathArgsAndSearch,
  ResolveType,
  RestInstance,
} from './endpoint/namedTypes'
export type { DataClientCollectionOptions as CollectionOptions } from './schema/DataClientCollection'
export type { ResourceInterface } from './resource/types'
export type { NormalizeNullable } from './schema/types'
export type {
  DenormalizeDelegate as IDenormalizeDelegate,
  NormalizeDelegate as INormalizeDelegate,
  QueryDelegate as IQueryDelegate,
} from './schema/contract'
export type { Snapshot as SnapshotInterface } from './store/select/StateReader'
export type { DataClientController } from './store/asDataClient'
export type { RestState as State } from './store/state/state'
