/**
 * Every schema kind by a short name: `new schema.Array(User)`.
 * @module
 */
export { All } from './All'
export { ArraySchema as Array } from './ArraySchema'
export { Collection } from './Collection'
export { Entity } from './Entity'
export { EntityMixin } from './EntityMixin'
export { Invalidate } from './Invalidate'
export { Lazy } from './Lazy'
export { ObjectSchema as Object } from './ObjectSchema'
export { Query } from './Query'
export { Scalar } from './Scalar'
export { Union } from './Union'
export { Values } from './Values'
