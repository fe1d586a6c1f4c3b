import type { Manager } from '../store/Manager'

/** SCAFFOLD: to be replaced. */
export function persistence(): Manager {
  return { name: 'persistence', init: () => undefined }
}
