/** The states of an order, in the order of the columns in which the page shows them. */
export const orderStatuses = ['open', 'working', 'done'] as const

export type OrderStatus = (typeof orderStatuses)[number]

/** What an order does. */
export const orderSides = ['buy', 'sell'] as const

export type OrderSide = (typeof orderSides)[number]

/** What can be ordered. */
export const orderSymbols = ['EURNOK', 'COPPER', 'OSLPWR', 'HBRTKN'] as const

/** The largest quantity of one order. */
export const maxQuantity = 100_000
