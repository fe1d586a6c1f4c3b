export { xhrFetch } from './xhrFetch'

export type { UploadInit } from '../endpoint/contract'
