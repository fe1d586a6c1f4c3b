import type { Manager } from '../store/Manager'

/** SCAFFOLD: to be replaced. */
export function garbage(): Manager {
  return { name: 'garbage', init: () => undefined }
}
