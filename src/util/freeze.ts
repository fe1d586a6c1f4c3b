import { deepFreeze } from './deepFreeze'

// Looked up once: reading the environment costs more than most of what is frozen.
const isProduction = process.env.NODE_ENV === 'production'

/** Freezes a value in development, so that who changes what others read hears of it. */
export function freeze<Value>(value: Value): Value {
  return isProduction ? value : Object.freeze(value)
}

/** As `freeze`, through and through; for plain data. */
export function freezeData<Value>(value: Value): Value {
  return isProduction ? value : deepFreeze(value)
}
