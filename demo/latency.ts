/** How long the server can be made to wait with each response, in ms. */
export const maxLatency = 3_000
