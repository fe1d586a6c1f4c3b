// Looked up once: reading the environment costs more than most of what is frozen.
const isProduction = process.env.NODE_ENV === 'production'

/** Freezes a value in development, so that a change of shared data throws. */
export function freeze<Value>(value: Value): Value {
  return isProduction ? value : Object.freeze(value)
}

/** Like `freeze`, through and through; for plain data. */
export function freezeData<Value>(value: Value): Value {
  return isProduction ? value : deepFreeze(value)
}

/** No response is taken that is as deep; a state from elsewhere may be deeper than a call stack. */
export const MAX_LEVELS = 1_500

/** Freezes plain data through and through and returns it; what is already frozen is trusted to be so throughout. */
export function deepFreeze<Value>(value: Value, level = 0): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (level > MAX_LEVELS) return value
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member, level + 1)
  return value
}
