/** What a walk returns for data that must not be shown. It never leaves the library and never enters the state. */
export const INVALID: unique symbol = Symbol('rtk-rest invalid')
