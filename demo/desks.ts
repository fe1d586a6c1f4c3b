/** The desks of the broker, in the order in which the page offers them. */
export const desks = ['Equities', 'Rates', 'FX', 'Commodities'] as const
