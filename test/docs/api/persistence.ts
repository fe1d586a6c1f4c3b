import { createRest } from 'rtk-rest'
import {
  type ItemStorage,
  type PersistedEntity,
  type PersistedKey,
  type PersistedRequest,
  type PersistedState,
  persistence,
  type PersistenceApi,
  type PersistenceOptions,
} from 'rtk-rest/persistence'

// #region ItemStorage
const inMemory = new Map<string, string>()

export const memory: ItemStorage = {
  getItem: (key) => inMemory.get(key),
  setItem: (key, value) => inMemory.set(key, value),
}
// #endregion

// #region PersistenceOptions
const options: PersistenceOptions = {
  key: 'my-app',
  storage: () => localStorage,
  version: 2,
  throttle: 5_000,
}
export const manager = persistence(options)
// #endregion

// #region PersistenceApi
export const whenRestored = (api: PersistenceApi) => api.rehydrated().then(() => 'shown')
// #endregion

// #region PersistedKey
export const isNoDraft = ({ schemaKey }: PersistedKey) => schemaKey !== 'Draft'

export const rest = createRest({ managers: [persistence({ key: 'my-app', include: isNoDraft })] })
// #endregion

// #region PersistedState
export const withoutDrafts = (state: PersistedState): PersistedState => ({
  ...state,
  entities: { ...state.entities, Draft: {} },
})
// #endregion

// #region PersistedEntity
export const withoutNotes = (row: PersistedEntity): PersistedEntity => ({
  ...row,
  data: { ...row.data, notes: '' },
})
// #endregion

// #region PersistedRequest
export const asStale = (row: PersistedRequest): PersistedRequest => ({ ...row, expiresAt: 0 })
// #endregion
