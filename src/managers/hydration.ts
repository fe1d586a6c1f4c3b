import type { Manager } from '../store/Manager'

/** SCAFFOLD: to be replaced. */
export function hydration(): Manager {
  return { name: 'hydration', init: () => undefined }
}
