import { createRest } from 'rtk-rest'
import { garbage, type GarbageOptions } from 'rtk-rest/garbage'

// #region garbage
export const options: GarbageOptions = {
  keepFor: 10 * 60_000,
  maxEntities: 20_000,
}

export const rest = createRest({ managers: [garbage(options)] })
// #endregion
