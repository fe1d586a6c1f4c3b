/** Freezes an object that is given to readers; in production it is left as it is. */
export function freeze<Value extends object>(value: Value): Readonly<Value> {
  return process.env.NODE_ENV === 'production' ? value : Object.freeze(value)
}
