export { persistence } from './managers/persistence/persistence'
export type { PersistenceApi } from './managers/persistence/Persister'
export type { PersistenceOptions } from './managers/persistence/persistence'
export type { ItemStorage } from './managers/persistence/oneValue'
export type {
  PersistedEntity,
  PersistedKey,
  PersistedRequest,
  PersistedState,
} from './managers/persistence/persistedState'
