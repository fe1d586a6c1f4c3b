export * from './endpoints'
export * from './hooks'
export * from './schemas'
export * as app from './store'
